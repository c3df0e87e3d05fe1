/* Learns which cards an opponent may hold, from rounds in which the real hand is known.

   The chance of a hand is the product of the odds of its cards and of its deadwood's; two small
   networks give both from what everybody saw. The slope of the real hands' likelihood is the
   difference between them and hands of the walk that imagines them. engine/players/network.py
   computes the same odds; a test compares both. */
#include "arena.c"

#define CARD 35
#define SEEN 33
#define INNER 16
#define KNOTS 11
static const int KNOT[KNOTS] = {0, 3, 6, 10, 11, 16, 22, 30, 42, 60, 100};

typedef struct {
    float c1[CARD][INNER], cb[INNER], c2[INNER];
    float s1[SEEN][INNER], sb[INNER], s2[KNOTS + 1][INNER], s3[KNOTS + 1];
} Belief;
#define BELIEF (sizeof(Belief) / sizeof(float))
static Belief belief, up, mean_up, mean_square;
static int together, belief_steps;

static int habits_seen(const Sight *v, float *f) {
    const Habits *h = &v->habits;
    float rounds = h->rounds + 1.0f;
    f[0] = h->knocks / rounds; f[1] = h->gins / rounds; f[2] = h->waited / rounds;
    f[3] = h->left / (h->knocks + 1.0f) / 10; f[4] = h->turns / (h->knocks + h->gins + 1.0f) / 10;
    f[5] = h->rest / (h->caught + 1.0f) / 30; f[6] = h->caught / (h->caught + 1.0f);
    return 7 + manners_of(v, f + 7);
}
static int seen_of(const Sight *v, float *f) {
    int at = 0, known = __builtin_popcountll(v->known), thrown = __builtin_popcountll(v->thrown), count = 0, low = 0;
    for (u64 r = v->thrown; r; r &= r - 1) { int worth = value_of[__builtin_ctzll(r)]; count += worth; low += worth < 6; }
    static const int draws[8] = {0, 1, 2, 3, 5, 7, 9, 11};
    f[at++] = v->turns / 10.0f; f[at++] = v->stock / 30.0f;
    for (int i = 0; i < 8; i++) f[at++] = v->turns > draws[i];
    f[at++] = known / 5.0f; f[at++] = deadwood(v->known) / 20.0f; f[at++] = v->hidden / 10.0f;
    f[at++] = (float)v->took; f[at++] = v->limit / 10.0f; f[at++] = v->limit == 0;
    f[at++] = v->gin / 25.0f;
    f[at++] = count / (thrown + 1.0f) / 10; f[at++] = low / 5.0f;
    f[at++] = v->last < 0 ? 0 : value_of[v->last] / 10.0f;
    return at + habits_seen(v, f + at);
}
static int card_of(const Sight *v, int c, float *f) {
    int at = 0;
    u64 could = v->known | v->unseen, last = v->last < 0 ? 0 : 1ull << v->last;
#define N(set, by) (float)__builtin_popcountll((set) & (by)[c])
    f[at++] = value_of[c] / 10.0f; f[at++] = value_of[c] >= 10; f[at++] = value_of[c] <= 3;
    f[at++] = N(v->thrown, same_rank); f[at++] = N(v->thrown, near_by); f[at++] = N(v->thrown, far_by);
    f[at++] = N(v->refused, same_rank); f[at++] = N(v->refused, near_by); f[at++] = N(v->refused, far_by);
    f[at++] = N(v->known, same_rank); f[at++] = N(v->known, near_by); f[at++] = N(v->known, far_by);
    f[at++] = N(could, same_rank) / 3; f[at++] = N(could, near_by) / 2; f[at++] = N(could, far_by) / 2;
    f[at++] = N(last, same_rank); f[at++] = N(last, near_by);
    f[at++] = v->turns / 10.0f; f[at++] = v->turns == 0; f[at++] = v->limit / 10.0f;
    int cheapest = 1000;
    for (u64 r = v->thrown; r; r &= r - 1) { int worth = value_of[__builtin_ctzll(r)]; if (worth < cheapest) cheapest = worth; }
    f[at++] = value_of[c] > cheapest; f[at++] = last && value_of[c] > value_of[v->last];
#undef N
    return at + habits_seen(v, f + at);
}

/* Log odds of the cards (unseen ones) and of every deadwood. */
static void believe(const Sight *v, float *odds, float *curve) {
    float f[CARD > SEEN ? CARD : SEEN], knot[KNOTS + 1], h[INNER];
    for (int c = 0; c < 52; c++) {
        odds[c] = 0;
        if (!(v->unseen >> c & 1)) continue;
        card_of(v, c, f);
        for (int j = 0; j < INNER; j++) {
            h[j] = belief.cb[j];
            for (int i = 0; i < CARD; i++) h[j] += f[i] * belief.c1[i][j];
            if (h[j] > 0) odds[c] += h[j] * belief.c2[j];
        }
    }
    seen_of(v, f);
    for (int k = 0; k <= KNOTS; k++) knot[k] = belief.s3[k];
    for (int j = 0; j < INNER; j++) {
        h[j] = belief.sb[j];
        for (int i = 0; i < SEEN; i++) h[j] += f[i] * belief.s1[i][j];
        if (h[j] > 0) for (int k = 0; k <= KNOTS; k++) knot[k] += h[j] * belief.s2[k][j];
    }
    for (int left = 0, k = 0; left < MOST_LEFT; left++) {
        while (k < KNOTS - 2 && left >= KNOT[k + 1]) k++;
        float part = (float)(left - KNOT[k]) / (KNOT[k + 1] - KNOT[k]);
        curve[left] = knot[k] * (1 - part) + knot[k + 1] * part + (left <= v->limit ? knot[KNOTS] : 0);
    }
}

#define WALKS 4
#define FIRST_SWAPS 300
#define NEXT_SWAPS 40

static void add_slope(const Sight *v, u64 real) {
    float odds[52], curve[MOST_LEFT], f[CARD], h[INNER], share[52], knot[KNOTS + 1] = {0};
    u64 hands[WALKS + 1];
    believe(v, odds, curve);
    imagine(v, odds, curve, WALKS, FIRST_SWAPS, NEXT_SWAPS, hands);
    hands[WALKS] = real;
    for (int n = 0; n <= WALKS; n++) {
        int left = deadwood(hands[n]), k = 0;
        float by = n < WALKS ? -1.0f / WALKS : 1;
        while (k < KNOTS - 2 && left >= KNOT[k + 1]) k++;
        float part = (float)(left - KNOT[k]) / (KNOT[k + 1] - KNOT[k]);
        knot[k] += by * (1 - part); knot[k + 1] += by * part;
        if (left <= v->limit) knot[KNOTS] += by;
    }
    for (u64 r = v->unseen; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        share[c] = real >> c & 1;
        for (int n = 0; n < WALKS; n++) share[c] -= (hands[n] >> c & 1) / (float)WALKS;
        if (share[c] == 0) continue;
        card_of(v, c, f);
        for (int j = 0; j < INNER; j++) {
            h[j] = belief.cb[j];
            for (int i = 0; i < CARD; i++) h[j] += f[i] * belief.c1[i][j];
            if (h[j] <= 0) continue;
            float d = share[c] * belief.c2[j];
            up.c2[j] += share[c] * h[j]; up.cb[j] += d;
            for (int i = 0; i < CARD; i++) up.c1[i][j] += d * f[i];
        }
    }
    seen_of(v, f);
    for (int k = 0; k <= KNOTS; k++) up.s3[k] += knot[k];
    for (int j = 0; j < INNER; j++) {
        h[j] = belief.sb[j];
        for (int i = 0; i < SEEN; i++) h[j] += f[i] * belief.s1[i][j];
        if (h[j] <= 0) continue;
        float d = 0;
        for (int k = 0; k <= KNOTS; k++) { up.s2[k][j] += knot[k] * h[j]; d += knot[k] * belief.s2[k][j]; }
        up.sb[j] += d;
        for (int i = 0; i < SEEN; i++) up.s1[i][j] += d * f[i];
    }
    together++;
}
static void climb(float rate) {
    float *w = (float *)&belief, *g = (float *)&up, *m = (float *)&mean_up, *s = (float *)&mean_square;
    int t = ++belief_steps;
    float pace = rate * sqrtf(1 - powf(0.999f, (float)t)) / (1 - powf(0.9f, (float)t));
    for (size_t i = 0; i < BELIEF; i++) {
        float d = g[i] / together;
        m[i] = 0.9f * m[i] + 0.1f * d;
        s[i] = 0.999f * s[i] + 0.001f * d * d;
        w[i] += pace * m[i] / (sqrtf(s[i]) + 1e-8f);
        g[i] = 0;
    }
    together = 0;
}

/* ---- rounds to learn from, and to measure with ------------------------------------------- */
#define GROUPS 5 /* novice, casual, expert, master, anybody */
#define LATEST 16
#define MEASURED 160 /* hands that are imagined to measure with */
static float belief_rate;
static int measuring, sides[2];
static double *sums; /* by group and draws: positions, real deadwood, imagined before and now */
static int *tens;    /* by group and tenth of the chance said before and now: said often, was so */

static void note(int side, const Sight *v, u64 real) {
    if (v->hidden == 0 || below(3)) return;
    if (!measuring) {
        add_slope(v, real);
        if (together == 32) climb(belief_rate);
        return;
    }
    int group = sides[1 - side], turn = v->turns < LATEST ? v->turns : LATEST - 1;
    double *sum = sums + 4 * (group * LATEST + turn);
    float odds[52], curve[MOST_LEFT];
    u64 hands[2][MEASURED];
    constant_hands(v, MEASURED, hands[0]);
    believe(v, odds, curve);
    imagine(v, odds, curve, MEASURED, FIRST_SWAPS, NEXT_SWAPS, hands[1]);
    sum[0]++; sum[1] += deadwood(real);
    for (int n = 0; n < MEASURED; n++) { sum[2] += deadwood(hands[0][n]) / (double)MEASURED; sum[3] += deadwood(hands[1][n]) / (double)MEASURED; }
    for (u64 r = v->unseen; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        for (int which = 0; which < 2; which++) {
            int said = 0;
            for (int n = 0; n < MEASURED; n++) said += hands[which][n] >> c & 1;
            int *ten = tens + 3 * ((which * GROUPS + group) * 20 + (said == MEASURED ? 19 : 20 * said / MEASURED));
            ten[0]++; ten[1] += said; ten[2] += real >> c & 1;
        }
    }
}

static Player one_of(int *group) {
    int x = below(100);
    *group = x < 15 ? 0 : x < 35 ? 1 : x < 55 ? 2 : x < 80 ? 3 : 4;
    if (*group == 4) return somebody();
    static const int names[4] = {NOVICE, CASUAL, EXPERT, MASTER};
    return player_of(names[*group]);
}

/* Sessions of rounds of all kinds of players; learns at this rate, or measures into the tables. */
void rounds_of_all(int count, float rate, double *sum, int *ten) {
    static Trace traces[2];
    belief_rate = rate; measuring = sum != 0; sums = sum; tens = ten;
    watcher = note;
    Player p[2];
    Habits habits[2];
    Terms terms = usual_terms();
    for (int g = 0, left = 0; g < count; g++, left--) {
        if (!left) {
            left = 1 + below(LONGEST);
            memset(habits, 0, sizeof habits);
            for (int s = 0; s < 2; s++) p[s] = one_of(&sides[s]);
            terms = measuring || below(3) ? usual_terms() : some_terms();
        }
        int deck[52];
        shuffled(deck);
        Player q[2] = {p[g & 1], p[1 - (g & 1)]};
        Habits seen[2] = {habits[g & 1], habits[1 - (g & 1)]};
        int kept[2] = {sides[0], sides[1]};
        if (g & 1) { sides[0] = kept[1]; sides[1] = kept[0]; }
        Ending e = play_round(deck, q, &terms, seen, traces);
        sides[0] = kept[0]; sides[1] = kept[1];
        for (int s = 0; s < 2; s++) watch(&habits[g & 1 ? 1 - s : s], &e, 1 - s, terms.limit, q[1 - s].lays_off);
    }
    watcher = 0;
}
void begin_beliefs(void) {
    memset(&belief, 0, sizeof belief); memset(&up, 0, sizeof up); memset(&mean_up, 0, sizeof up); memset(&mean_square, 0, sizeof up);
    belief_steps = together = 0;
    for (int i = 0; i < CARD; i++) for (int j = 0; j < INNER; j++) belief.c1[i][j] = (unit() - 0.5f) * 0.6f;
    for (int i = 0; i < SEEN; i++) for (int j = 0; j < INNER; j++) belief.s1[i][j] = (unit() - 0.5f) * 0.6f;
    for (int j = 0; j < INNER; j++) belief.c2[j] = (unit() - 0.5f) * 0.2f;
}
float *beliefs(void) { return (float *)&belief; }
int belief_size(void) { return (int)BELIEF; }
void use_beliefs(int whether) { learned = whether ? believe : 0; }
void believed(const u64 *masks, const int *numbers, float *odds, float *curve) {
    Sight v = sight_of(masks, numbers);
    believe(&v, odds, curve);
}
