/* Self-play for the master's value function: rounds of gin as bit masks, a small network, TD.

   Cards are numbered as in engine.cards: 13 of clubs, diamonds, hearts, spades, ace low. The
   features are those of engine/players/features.py, in the same order; a test compares both. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
#define SUIT 8191u
#define FEATURES 156
#define HIDDEN 192
#define SECOND 32
#define BINS 13
#define NETS 3 /* after a discard, before a draw, at a knock */
#define MOST_STEPS 128

typedef struct {
    float w1[FEATURES][HIDDEN], b1[HIDDEN], w2[SECOND][HIDDEN], b2[SECOND], w3[BINS][SECOND], b3[BINS];
} Net;
#define WEIGHTS (sizeof(Net) / sizeof(float))

static Net nets[NETS], slopes[NETS], firsts[NETS], seconds[NETS]; /* the last two are Adam's */
static Net fixed[NETS]; /* of an opponent that learns no more */
static float fixed_mean[BINS];
static int has_fixed;
static int seen_steps[NETS], updates[NETS];
static float bin_mean[BINS];
static const int EDGES[BINS - 1] = {-45, -35, -28, -20, -10, 0, 1, 10, 20, 28, 35, 45};
/* bin i holds points p with EDGES[i-1] <= p < EDGES[i] */

static int values[8192], runs_left[8192], gains[8192];
static u64 same_rank[52], near_by[52], far_by[52], windows[52][3];
static int value_of[52], dearest[52];
static int corner; /* runs go around the corner, and an ace left over counts 15 */

/* The rank so many steps on, or -1 past an end. */
static int step_from(int rank, int step) {
    int to = rank + step;
    if (corner) return (to + 13) % 13;
    return to < 0 || to > 12 ? -1 : to;
}

/* ---- random numbers ------------------------------------------------------------------ */
static u64 rng_state = 88172645463325252ull;
static u32 rng(void) {
    rng_state ^= rng_state << 13; rng_state ^= rng_state >> 7; rng_state ^= rng_state << 17;
    return (u32)(rng_state >> 32);
}
static int below(int n) { return (int)(((u64)rng() * (u64)n) >> 32); }
static float unit(void) { return rng() * (1.0f / 4294967296.0f); }

/* ---- deadwood ------------------------------------------------------------------------ */
static u32 run_at(int rank, int length) {
    u32 run = 0;
    if (!corner && rank + length > 13) return 0;
    for (int i = 0; i < length; i++) run |= 1u << (rank + i) % 13;
    return run;
}

/* The lowest card is left over or in a run of three to five cards, which may begin before it. */
static int least_run(int p) {
    int low = __builtin_ctz(p), best = values[1 << low] + runs_left[p & (p - 1)];
    for (int length = 3; length <= 5; length++)
        for (int back = 0; back < (corner ? length : 1); back++) {
            u32 run = run_at((low - back + 13) % 13, length);
            if (run && (p & run) == run && runs_left[p & ~run] < best) best = runs_left[p & ~run];
        }
    return best;
}

static void prepare(void) {
    for (int r = 0; r < 13; r++) values[1 << r] = r < 9 ? r + 1 : 10;
    if (corner) values[1] = 15;
    for (int p = 1; p < 8192; p++) values[p] = values[p & (p - 1)] + values[p & -p];
    for (int p = 1; p < 8192; p++) runs_left[p] = least_run(p);
    gains[0] = -1 << 30;
    for (int p = 1; p < 8192; p++) {
        gains[p] = -1 << 30;
        for (int r = 0; r < 13; r++)
            if (p >> r & 1) {
                int gain = runs_left[p] - runs_left[p ^ (1 << r)];
                if (gain > gains[p]) gains[p] = gain;
            }
    }
    for (int c = 0; c < 52; c++) {
        int r = c % 13;
        value_of[c] = values[1 << r];
        same_rank[c] = near_by[c] = far_by[c] = 0;
        for (int o = r; o < 52; o += 13) if (o != c) same_rank[c] |= 1ull << o;
        for (int s = -2; s <= 2; s++)
            if (s && step_from(r, s) >= 0) {
                u64 bit = 1ull << (c - r + step_from(r, s));
                if (s == 1 || s == -1) near_by[c] |= bit; else far_by[c] |= bit;
            }
        for (int w = 0; w < 3; w++) {
            int a = step_from(r, w == 0 ? -2 : w == 1 ? -1 : 1), b = step_from(r, w == 0 ? -1 : w == 1 ? 1 : 2);
            windows[c][w] = a < 0 || b < 0 ? 0 : 1ull << (c - r + a) | 1ull << (c - r + b);
        }
    }
    int n = 0;
    for (int worth = 15; worth > 0; worth--)
        for (int c = 51; c >= 0; c--) if (value_of[c] == worth) dearest[n++] = c;
}

static int least(u32 c, u32 d, u32 h, u32 s, u32 sets) {
    if (!sets) return runs_left[c] + runs_left[d] + runs_left[h] + runs_left[s];
    u32 rank = sets & -sets, o = ~rank;
    sets ^= rank;
    int best = least(c, d, h, s, sets), x = least(c & o, d & o, h & o, s & o, sets);
    if (x < best) best = x;
    if (c & d & h & s & rank) {
        x = least(c, d & o, h & o, s & o, sets); if (x < best) best = x;
        x = least(c & o, d, h & o, s & o, sets); if (x < best) best = x;
        x = least(c & o, d & o, h, s & o, sets); if (x < best) best = x;
        x = least(c & o, d & o, h & o, s, sets); if (x < best) best = x;
    }
    return best;
}

static inline u32 sets_of(u32 c, u32 d, u32 h, u32 s) {
    return (c & d & (h | s)) | (h & s & (c | d));
}

static int deadwood(u64 m) {
    u32 c = m & SUIT, d = m >> 13 & SUIT, h = m >> 26 & SUIT, s = m >> 39 & SUIT;
    return least(c, d, h, s, sets_of(c, d, h, s));
}

static int top_score(u32 c, u32 d, u32 h, u32 s) {
    int left = runs_left[c] + runs_left[d] + runs_left[h] + runs_left[s];
    if (!left) return 1 << 20;
    int best = gains[c], g;
    if ((g = gains[d]) > best) best = g;
    if ((g = gains[h]) > best) best = g;
    if ((g = gains[s]) > best) best = g;
    return best - left; /* minus the deadwood left */
}
static int best_score(u32 c, u32 d, u32 h, u32 s, u32 sets) {
    if (!sets) return top_score(c, d, h, s);
    u32 rank = sets & -sets, o = ~rank;
    sets ^= rank;
    int best = best_score(c, d, h, s, sets), x = best_score(c & o, d & o, h & o, s & o, sets);
    if (x > best) best = x;
    if (c & d & h & s & rank) {
        x = best_score(c, d & o, h & o, s & o, sets); if (x > best) best = x;
        x = best_score(c & o, d, h & o, s & o, sets); if (x > best) best = x;
        x = best_score(c & o, d & o, h, s & o, sets); if (x > best) best = x;
        x = best_score(c & o, d & o, h & o, s, sets); if (x > best) best = x;
    }
    return best;
}
/* Deadwood left by the best discard out of eleven cards. */
static int after_discard(u64 m) {
    u32 c = m & SUIT, d = m >> 13 & SUIT, h = m >> 26 & SUIT, s = m >> 39 & SUIT;
    int score = best_score(c, d, h, s, sets_of(c, d, h, s));
    if (score >= 1 << 20) { /* all melded: the least that some discard leaves */
        int best = 1000;
        for (u64 rest = m; rest; rest &= rest - 1) {
            int left = deadwood(m & ~(rest & -rest));
            if (left < best) best = left;
        }
        return best;
    }
    return -score;
}

/* ---- knocking ------------------------------------------------------------------------ */
typedef struct { int limit, gin, undercut, lay_on_gin; } Terms;
typedef struct { u64 mask; int card, length; } Meld; /* a run from card on; a set has no length */
typedef struct { Meld melds[4]; int count; } Layout;

static u64 run_mask(int card, int length) {
    return (u64)run_at(card % 13, length) << card / 13 * 13;
}

static int find_layout(u64 loose, int target, Layout *lay) {
    int total = 0;
    for (u64 r = loose; r; r &= r - 1) total += value_of[__builtin_ctzll(r)];
    if (total == target) return 1;
    for (u64 r = loose; r && lay->count < 4; r &= r - 1) {
        int card = __builtin_ctzll(r), n = 0;
        u64 group = (same_rank[card] | 1ull << card) & loose;
        Meld options[20];
        if (__builtin_popcountll(group) >= 3 && !(group & ((1ull << card) - 1))) {
            options[n++] = (Meld){group, card, 0};
            if (__builtin_popcountll(group) == 4)
                for (u64 g = group; g; g &= g - 1) options[n++] = (Meld){group & ~(g & -g), card, 0};
        }
        for (int length = 3; length < 13; length++) {
            u64 run = run_mask(card, length);
            if (!run || (loose & run) != run) break;
            options[n++] = (Meld){run, card, length};
        }
        for (int i = 0; i < n; i++) {
            u64 rest = loose & ~options[i].mask;
            if (deadwood(rest) != target) continue;
            lay->melds[lay->count++] = options[i];
            if (find_layout(rest, target, lay)) return 1;
            lay->count--;
        }
    }
    return 0;
}

static u64 fits(const Meld *m) {
    if (!m->length) return (same_rank[m->card] | 1ull << m->card) & ~m->mask;
    int base = m->card / 13 * 13, rank = m->card % 13;
    int below_it = step_from(rank, -1), above = step_from((rank + m->length - 1) % 13, 1);
    u64 found = 0;
    if (below_it >= 0) found |= 1ull << (base + below_it);
    if (above >= 0) found |= 1ull << (base + above);
    return found & ~m->mask;
}

static int lay_off(u64 hand, const Layout *lay) {
    int best = deadwood(hand);
    for (int i = 0; i < lay->count; i++)
        for (u64 can = fits(&lay->melds[i]) & hand; can; can &= can - 1) {
            int card = __builtin_ctzll(can);
            Layout grown = *lay;
            Meld *m = &grown.melds[i];
            m->mask |= 1ull << card;
            if (m->length) {
                if (card % 13 == step_from(m->card % 13, -1)) m->card = card;
                m->length++;
            }
            int left = lay_off(hand & ~(1ull << card), &grown);
            if (left < best) best = left;
        }
    return best;
}

static int knock_points(u64 knocker, int left, u64 defender, const Terms *terms, int lays_off) {
    if (!left && !terms->lay_on_gin) return terms->gin + deadwood(defender);
    Layout lay = {{{0}}, 0};
    find_layout(knocker, left, &lay);
    int answered = lays_off ? lay_off(defender, &lay) : deadwood(defender);
    if (!left) return answered ? terms->gin + answered : 0;
    return answered > left ? answered - left : -terms->undercut - (left - answered);
}

/* ---- what one player knows ----------------------------------------------------------- */
/* What everybody saw of a player in the finished rounds of a session. */
typedef struct { int rounds, knocks, gins, left, turns, waited, caught, rest, missed, made, kept, dearer, steps, rises; } Habits;

typedef struct {
    u64 hand, known, unseen, thrown, refused, shown;
    int hidden, stock, turns, last, before, took, limit, gin, undercut, top;
    int steps, rises; /* the other's discards after another one, and those of them that count more */
    Habits habits;
    const Terms *terms;
    int own; /* draws of the player itself */
} Sight;

static float power_of(float base, int n) { return n == 0 ? 1 : n == 1 ? base : n == 2 ? base * base : base * base * base; }

#define MANNERS 6
/* How somebody discards: whether the dearest card goes first, by finished rounds and this one. */
static int manners_of(const Sight *v, float *f) {
    const Habits *h = &v->habits;
    int steps = h->steps + v->steps;
    f[0] = h->dearer / (h->kept + 5.0f); f[1] = h->kept / (h->kept + 10.0f); f[2] = (float)(h->kept > 0 && h->dearer == 0);
    f[3] = (h->rises + v->rises) / (steps + 2.0f); f[4] = steps / (steps + 5.0f); f[5] = v->rises / (v->steps + 1.0f);
    return MANNERS;
}

/* Roughly how likely the opponent holds each card. */
static void odds_of(const Sight *v, float *held) {
    static u64 known, unseen, thrown, refused; static int hidden; static float kept[52]; static int any;
    if (!any || known != v->known || unseen != v->unseen || thrown != v->thrown || refused != v->refused || hidden != v->hidden) {
        any = 1; known = v->known; unseen = v->unseen; thrown = v->thrown; refused = v->refused; hidden = v->hidden;
        int n = __builtin_popcountll(v->unseen);
        float share = (float)v->hidden / (float)(n > 0 ? n : 1);
        for (int c = 0; c < 52; c++) {
            u64 bit = 1ull << c;
            if (v->known & bit) { kept[c] = 1; continue; }
            if (!(v->unseen & bit)) { kept[c] = 0; continue; }
            float q = share;
#define P(b, set, by) power_of(b, __builtin_popcountll((set) & (by)[c]))
            q *= P(0.5f, v->thrown, same_rank) * P(0.55f, v->thrown, near_by) * P(0.78f, v->thrown, far_by);
            q *= P(0.64f, v->refused, same_rank) * P(0.67f, v->refused, near_by) * P(0.82f, v->refused, far_by);
            q *= P(2.4f, v->known, same_rank) * P(2.2f, v->known, near_by) * P(1.6f, v->known, far_by);
#undef P
            kept[c] = q > 0.95f ? 0.95f : q;
        }
    }
    memcpy(held, kept, sizeof kept);
}

/* Roughly how likely the opponent can use the card in a set, and in a run. */
static void use_of(const float *held, u64 could, int c, float *by_set, float *by_run) {
    float p[3]; int i = 0;
    for (u64 r = same_rank[c]; r; r &= r - 1) p[i++] = held[__builtin_ctzll(r)];
    float set = p[0] * p[1] + p[0] * p[2] + p[1] * p[2], run = 0;
    for (int w = 0; w < 3; w++) {
        u64 pair = windows[c][w];
        if (pair && (could & pair) == pair) run += held[__builtin_ctzll(pair)] * held[63 - __builtin_clzll(pair)];
    }
    *by_set = set > 1 ? 1 : set; *by_run = run > 1 ? 1 : run;
}

static int grade(int x, const int *bounds, int n) {
    int i = 0;
    while (i < n && x > bounds[i]) i++;
    return i;
}

static const int DW[11] = {0, 2, 5, 8, 10, 15, 20, 27, 35, 45, 60};
static const int LIMITS[4] = {0, 3, 6, 9};

/* Whether the card makes or grows a meld with cards of the hand, be it at others' cost. */
static int meets(u64 hand, int c) {
    if (__builtin_popcountll(same_rank[c] & hand) >= 2) return 1;
    for (int w = 0; w < 3; w++) if (windows[c][w] && (hand & windows[c][w]) == windows[c][w]) return 1;
    return 0;
}

int features(const Sight *v, float *f) {
    memset(f, 0, FEATURES * sizeof(float));
    u64 hand = v->hand, could = v->unseen | v->known;
    int dw = deadwood(hand), at = 0;
    float held[52];
    odds_of(v, held);
    f[at++] = dw / 50.0f;
    f[at + grade(dw, DW, 11)] = 1; at += 12;
    f[at++] = dw <= v->limit;
    u64 loose = 0;
    int total = 0, high = 0, least_without = 1000;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r), left = deadwood(hand & ~(1ull << c));
        total += value_of[c];
        if (left < least_without) least_without = left;
        if (left == dw - value_of[c]) { loose |= 1ull << c; high += value_of[c] >= 10; }
    }
    f[at++] = (total - dw) / 50.0f;
    int many = __builtin_popcountll(loose);
    f[at + (many > 9 ? 9 : many)] = 1; at += 10;
    f[at++] = high / 5.0f;
    int n = __builtin_popcountll(v->unseen), fall = 0, gins = 0, knocks = 0, fives = 0, melds = 0, extends = 0;
    float free = 0, live_fall = 0, live_gins = 0, live_knocks = 0, laid = 0, likely = 0, likely_count = 0;
    for (u64 r = v->unseen; r; r &= r - 1) {
        int c = __builtin_ctzll(r), left, all;
        if (meets(hand, c)) {
            u64 with = hand | 1ull << c;
            left = after_discard(with); all = deadwood(with);
        } else {
            all = dw + value_of[c];
            left = least_without + value_of[c] < dw ? least_without + value_of[c] : dw;
        }
        fall += dw - left; gins += left == 0; knocks += left <= v->limit; fives += left <= 5;
        melds += all < dw + value_of[c]; extends += all <= dw;
        float stays = 1 - held[c];
        free += stays; live_fall += stays * (dw - left); live_gins += stays * (left == 0); live_knocks += stays * (left <= v->limit);
        if (all <= dw) laid += held[c] * value_of[c];
        likely += held[c]; likely_count += held[c] * value_of[c];
    }
    float share = 1.0f / (float)(n > 0 ? n : 1);
    f[at++] = fall * share / 10; f[at++] = gins * share * 3; f[at++] = knocks * share;
    f[at++] = fives * share; f[at++] = melds * share; f[at++] = extends * share * 3;
    share = 1.0f / (free > 0.01f ? free : 0.01f);
    f[at++] = live_fall * share / 10; f[at++] = live_gins * share * 3; f[at++] = live_knocks * share;
    int known_laid = 0, kv = 0;
    for (u64 r = v->known; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        kv += value_of[c];
        if (meets(hand, c) && deadwood(hand | 1ull << c) <= dw) known_laid += value_of[c];
    }
    f[at++] = laid / 10; f[at++] = known_laid / 10.0f;
    f[at++] = (kv + v->hidden * likely_count / (likely > 0.01f ? likely : 0.01f)) / 60;
    int pairs = 0, ends = 0, middles = 0, alone = 0, alone_value = 0, two_way = 0;
    for (u64 r = loose; r; r &= r - 1) {
        int c = __builtin_ctzll(r), rank = c % 13, set_outs = 0, run_outs = 0;
        u64 mates = same_rank[c] & loose;
        if (mates) { set_outs = __builtin_popcountll(same_rank[c] & v->unseen); if (!(mates & ((1ull << c) - 1))) pairs += set_outs; }
        for (int side = -1; side <= 1; side += 2) {
            int one = step_from(rank, side), two = step_from(rank, 2 * side), back = step_from(rank, -side);
            int base = c - rank;
            if (one >= 0 && loose >> (base + one) & 1) {
                int outs = (two >= 0 && v->unseen >> (base + two) & 1) + (back >= 0 && v->unseen >> (base + back) & 1);
                run_outs += outs;
                if (side == 1) ends += outs;
            }
            if (two >= 0 && loose >> (base + two) & 1 && v->unseen >> (base + one) & 1) {
                run_outs++;
                if (side == 1) middles++;
            }
        }
        if (!set_outs && !run_outs) { alone++; alone_value += value_of[c]; }
        two_way += set_outs && run_outs;
    }
    f[at++] = pairs / 6.0f; f[at++] = ends / 6.0f; f[at++] = middles / 4.0f;
    f[at++] = alone / 5.0f; f[at++] = alone_value / 30.0f; f[at++] = two_way / 3.0f;
    int safe = 0;
    float danger = 0, mildest = 1;
    for (u64 r = loose; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        float by_set, by_run;
        if (__builtin_popcountll(same_rank[c] & v->known) >= 2 || (near_by[c] & v->known && __builtin_popcountll((near_by[c] | far_by[c]) & v->known) >= 2)) safe += value_of[c];
        use_of(held, could, c, &by_set, &by_run);
        danger += by_set + by_run;
        if (by_set + by_run < mildest) mildest = by_set + by_run;
    }
    f[at++] = safe / 20.0f; f[at++] = danger / 2; f[at++] = mildest;
    int late = v->stock / 2; f[at + (late > 15 ? 15 : late)] = 1; at += 16;
    f[at++] = v->turns / 10.0f;
    f[at + (v->turns > 7 ? 7 : v->turns)] = 1; at += 8;
    int known = __builtin_popcountll(v->known);
    f[at + (known > 5 ? 5 : known)] = 1; at += 6;
    f[at++] = kv / 40.0f;
    f[at++] = deadwood(v->known) / 20.0f;
    int face = v->last < 0 ? 0 : value_of[v->last];
    f[at + (face > 11 ? 11 : face)] = 1; at += 12;
    face = v->before < 0 ? 0 : value_of[v->before];
    f[at + (face > 11 ? 11 : face)] = 1; at += 12;
    int cheapest = 20, faces = 0;
    for (u64 r = v->thrown; r; r &= r - 1) {
        int worth = value_of[__builtin_ctzll(r)];
        if (worth < cheapest) cheapest = worth;
        faces += worth >= 10;
    }
    f[at++] = cheapest / 20.0f; f[at++] = faces / 5.0f;
    f[at++] = (float)v->took;
    f[at++] = __builtin_popcountll(v->shown) / 5.0f;
    f[at++] = v->limit / 10.0f;
    f[at + grade(v->limit, LIMITS, 4)] = 1; at += 5;
    f[at++] = v->gin / 25.0f; f[at++] = v->undercut / 25.0f;
    const Habits *h = &v->habits;
    f[at + (h->rounds > 4 ? 4 : h->rounds)] = 1; at += 5;
    float rounds = h->rounds + 1.0f, ended = h->knocks + h->gins + 1.0f, laid_off = h->missed + h->made + 1.0f;
    f[at++] = h->knocks / rounds; f[at++] = h->gins / rounds;
    f[at++] = h->left / (h->knocks + 1.0f) / 10; f[at++] = h->knocks / (h->knocks + 1.0f);
    f[at++] = h->turns / ended / 10; f[at++] = h->waited / rounds; f[at++] = (float)(h->waited > 0);
    f[at++] = h->rest / (h->caught + 1.0f) / 30; f[at++] = h->caught / (h->caught + 1.0f);
    f[at++] = h->missed / laid_off; f[at++] = h->made / laid_off;
    at += manners_of(v, f + at);
    int t = v->top;
    if (t >= 0) {
        int mates = __builtin_popcountll(same_rank[t] & v->known);
        f[at] = 1;
        f[at + 1] = value_of[t] / 10.0f;
        f[at + 2 + __builtin_popcountll(same_rank[t] & v->unseen)] = 1;
        f[at + 6 + (mates > 2 ? 2 : mates)] = 1;
        int open = 0, half = 0, sure = 0;
        for (int w = 0; w < 3; w++) {
            u64 pair = windows[t][w];
            if (!pair || (could & pair) != pair) continue;
            int in = __builtin_popcountll(v->known & pair);
            open++; half += in == 1; sure += in == 2;
        }
        f[at + 9] = open / 3.0f; f[at + 10] = half / 2.0f; f[at + 11] = (float)sure;
        f[at + 12] = __builtin_popcountll(same_rank[t] & v->thrown) / 2.0f;
        f[at + 13] = __builtin_popcountll(near_by[t] & v->thrown) / 2.0f;
        f[at + 14] = __builtin_popcountll(same_rank[t] & v->refused) / 2.0f;
        f[at + 15] = __builtin_popcountll(near_by[t] & v->refused) / 2.0f;
        use_of(held, could, t, &f[at + 16], &f[at + 17]);
    }
    at += 18;
    return at;
}

/* ---- the network --------------------------------------------------------------------- */
typedef struct { short at[FEATURES]; float x[FEATURES]; int n; float h[HIDDEN], g[SECOND], p[BINS]; int net; } Pass;

/* The first layer changes the sums of the position before, which mostly shares its features. */
#ifndef AFRESH
#define AFRESH 100 /* positions until the sums are made afresh, lest errors of rounding add up */
#endif
static int stale[2] = {7, 7};

static void forward(const Net *of, int which, const float *f, Pass *o) {
    const Net *net = &of[which];
    static float seen[2][NETS][FEATURES], sums[2][NETS][HIDDEN];
    static int since[2][NETS];
    int owner = of == fixed;
    float *last = seen[owner][which], *h = sums[owner][which];
    if (stale[owner] >> which & 1 || ++since[owner][which] == AFRESH) {
        stale[owner] &= ~(1 << which);
        since[owner][which] = 0;
        memset(last, 0, sizeof seen[0][0]);
        memcpy(h, net->b1, sizeof sums[0][0]);
    }
    o->n = 0; o->net = which;
    for (int i = 0; i < FEATURES; i++) {
        if (f[i] != 0) { o->at[o->n] = (short)i; o->x[o->n++] = f[i]; }
        float x = f[i] - last[i];
        if (x == 0) continue;
        last[i] = f[i];
        const float *w = net->w1[i];
        for (int j = 0; j < HIDDEN; j++) h[j] += x * w[j];
    }
    for (int j = 0; j < HIDDEN; j++) o->h[j] = h[j] > 0 ? h[j] : 0;
    for (int k = 0; k < SECOND; k++) {
        float s = net->b2[k];
        for (int j = 0; j < HIDDEN; j++) s += net->w2[k][j] * o->h[j];
        o->g[k] = s > 0 ? s : 0;
    }
    float most = -1e9f, sum = 0;
    for (int k = 0; k < BINS; k++) {
        float s = net->b3[k];
        for (int j = 0; j < SECOND; j++) s += net->w3[k][j] * o->g[j];
        o->p[k] = s; if (s > most) most = s;
    }
    for (int k = 0; k < BINS; k++) { o->p[k] = expf(o->p[k] - most); sum += o->p[k]; }
    for (int k = 0; k < BINS; k++) o->p[k] /= sum;
}
static float mean_of(const float *p, const float *prices) {
    float m = 0;
    for (int k = 0; k < BINS; k++) m += p[k] * prices[k];
    return m;
}
static float value(const Net *of, int which, const Sight *v, Pass *o, const float *prices) {
    float f[FEATURES];
    features(v, f);
    forward(of ? of : nets, which, f, o);
    return mean_of(o->p, prices ? prices : of ? fixed_mean : bin_mean);
}
/* Add the slope of the cross-entropy with the target. */
static void learn(const Pass *o, const float *target) {
    const Net *net = &nets[o->net];
    Net *slope = &slopes[o->net];
    float inner[SECOND] = {0}, back[HIDDEN] = {0};
    seen_steps[o->net]++;
    for (int k = 0; k < BINS; k++) {
        float d = o->p[k] - target[k];
        for (int j = 0; j < SECOND; j++) { inner[j] += d * net->w3[k][j]; slope->w3[k][j] += d * o->g[j]; }
        slope->b3[k] += d;
    }
    for (int k = 0; k < SECOND; k++) {
        if (o->g[k] <= 0) continue;
        float d = inner[k];
        for (int j = 0; j < HIDDEN; j++) { back[j] += d * net->w2[k][j]; slope->w2[k][j] += d * o->h[j]; }
        slope->b2[k] += d;
    }
    for (int j = 0; j < HIDDEN; j++) { back[j] = o->h[j] > 0 ? back[j] : 0; slope->b1[j] += back[j]; }
    for (int i = 0; i < o->n; i++) {
        float *w = slope->w1[o->at[i]], x = o->x[i];
        for (int j = 0; j < HIDDEN; j++) w[j] += x * back[j];
    }
}
/* A step of Adam down the mean slope. */
static void step_down(float rate) {
    for (int which = 0; which < NETS; which++) {
        if (!seen_steps[which]) continue;
        float *w = (float *)&nets[which], *g = (float *)&slopes[which], *m = (float *)&firsts[which], *s = (float *)&seconds[which];
        int t = ++updates[which];
        float scale = 1.0f / (float)seen_steps[which], pace = rate * sqrtf(1 - powf(0.999f, (float)t)) / (1 - powf(0.9f, (float)t));
        for (size_t i = 0; i < WEIGHTS; i++) {
            float d = g[i] * scale;
            m[i] = 0.9f * m[i] + 0.1f * d;
            s[i] = 0.999f * s[i] + 0.001f * d * d;
            w[i] -= pace * m[i] / (sqrtf(s[i]) + 1e-8f);
            g[i] = 0;
        }
        seen_steps[which] = 0;
        stale[0] |= 1 << which;
    }
}
static int bin_of(int points) {
    int k = 0;
    while (k < BINS - 1 && points >= EDGES[k]) k++;
    return k;
}

/* ---- players ------------------------------------------------------------------------- */
typedef struct Player Player;
struct Player {
    int kind;      /* 0: the network; 1: quick; 2: hopeful, like the expert; others choose by the last two */
    int knock_at;  /* deadwood with which kinds 1 and 2 knock */
    float hope, danger, noise;
    int lays_off, grabs; /* grabs: takes what lessens the count, also without a meld */
    float patience;      /* points that a network player thinks a knock worth less than it is */
    const float *prices; /* what the groups of results are worth to it; none: their points */
    const Net *nets;     /* its networks; none: those that learn */
    int narrow;          /* deadwood above the least up to which a discard is considered; none: 13 */
    int early;           /* turns in which it knocks with whatever it may */
    int draws;           /* the best ones that it looks at, with a weight of which so much is left a turn later */
    float fades;
    int (*takes)(const Player *who, const Sight *v, int top);
    int (*throws)(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks);
};
#define WIDE 13 /* the usual margin */
#define LEARNER ((Player){.knock_at = 10, .lays_off = 1})

static int knocks_with(const Player *who, const Sight *v) {
    return v->turns < who->early ? v->limit : who->knock_at;
}

typedef struct { Pass steps[MOST_STEPS]; int n; } Trace;

static float jitter(const Player *who) { return who->noise > 0 ? who->noise * (unit() - 0.5f) : 0; }

#include "walks.h"
#include "playouts.h"
#include "sparring.h"

/* Choose a discard (returned) or a knock (*knocks set) from eleven cards. */
static int throw_card(const Player *who, Sight *v, u64 hand, int forbidden, int last, int *knocks, Pass *chosen, float *worth) {
    if (who->throws) return who->throws(who, v, hand, forbidden, last, knocks);
    int left[52], order[11], n = 0, best_left = 1000, best_card = -1;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        left[c] = deadwood(hand & ~(1ull << c));
        if (c == forbidden) continue;
        order[n++] = c;
        if (left[c] < best_left || (left[c] == best_left && value_of[c] > value_of[best_card])) { best_left = left[c]; best_card = c; }
    }
    *knocks = 0;
    Sight s = *v;
    if (best_left == 0) { *knocks = 1; s.hand = hand & ~(1ull << best_card); s.top = -1; if (who->kind == 0) *worth = value(who->nets, 2, &s, chosen, who->prices); else *worth = 60; return best_card; }
    float best = -1e9f;
    int card = -1;
    Pass pass;
    if (!last) for (int i = 0; i < n; i++) {
        int c = order[i];
        float score;
        if (left[c] > best_left + (who->narrow ? who->narrow : WIDE)) continue;
        s.hand = hand & ~(1ull << c); s.top = c;
        s.shown = v->shown & s.hand;
        if (who->kind == 0) {
            score = value(who->nets, 0, &s, &pass, who->prices) + jitter(who);
        } else if (who->kind == 1) {
            score = -left[c] + value_of[c] * 0.01f + who->noise * unit();
        } else {
            int fall = 0, m = __builtin_popcountll(v->unseen), least_without = 1000;
            for (u64 r = s.hand; r; r &= r - 1) { int x = deadwood(s.hand & ~(r & -r)); if (x < least_without) least_without = x; }
            for (u64 r = v->unseen; r; r &= r - 1) {
                int d = __builtin_ctzll(r), drawn = least_without + value_of[d] < left[c] ? least_without + value_of[d] : left[c];
                fall += left[c] - (meets(s.hand, d) ? after_discard(s.hand | (r & -r)) : drawn);
            }
            score = who->hope * fall / (m ? m : 1) - left[c] + who->noise * unit();
            if (who->danger > 0) {
                float held[52], by_set, by_run;
                odds_of(&s, held); use_of(held, s.unseen | s.known, c, &by_set, &by_run);
                score -= who->danger * 15 * (by_set + by_run);
            }
        }
        if (score > best) { best = score; card = c; if (who->kind == 0) *chosen = pass; }
    }
    if (best_left <= v->limit) {
        s = *v; s.hand = hand & ~(1ull << best_card); s.top = -1;
        if (who->kind == 0) {
            float now = value(who->nets, 2, &s, &pass, who->prices);
            if (last ? now > 0 : now - who->patience + jitter(who) >= best) { *knocks = 1; *chosen = pass; *worth = now; return best_card; }
        } else if (best_left <= knocks_with(who, v)) { *knocks = 1; return best_card; }
    }
    *worth = best;
    return card >= 0 ? card : best_card;
}

static int takes(const Player *who, const Sight *v, int top) {
    if (who->takes) return who->takes(who, v, top);
    u64 with = v->hand | 1ull << top;
    int before = deadwood(v->hand), after = after_discard(with);
    if (deadwood(with) < before + value_of[top]) return after < before;
    return after <= knocks_with(who, v) || (who->grabs && after + 2 < before);
}

/* The discards of a side, in order. */
typedef struct { int cards[MOST_STEPS], n; } Throws;

static u64 loose_of(u64 hand) {
    int all = deadwood(hand);
    u64 found = 0;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (deadwood(hand & ~(1ull << c)) == all - value_of[c]) found |= 1ull << c;
    }
    return found;
}

/* How a side discarded. kept, dearer: pairs of a discard and a loose card that was held at the end, and those of
   them in which the loose card counts more. steps, rises: discards after another one, and those that count more. */
typedef struct { int kept, dearer, steps, rises; } Discards;

static Discards discards_of(const Throws *thrown, u64 hand) {
    u64 loose = loose_of(hand);
    Discards d = {thrown->n * __builtin_popcountll(loose), 0, thrown->n > 1 ? thrown->n - 1 : 0, 0};
    for (int i = 0; i < thrown->n; i++) {
        int worth = value_of[thrown->cards[i]];
        for (u64 r = loose; r; r &= r - 1) d.dearer += value_of[__builtin_ctzll(r)] > worth;
        if (i) d.rises += worth > value_of[thrown->cards[i - 1]];
    }
    return d;
}

/* How a round ended; pairs are by side. */
typedef struct { int points, knocker, gin, left[2], turns[2], could; Discards discards[2]; } Ending;

static Ending ended(const Sight *v, const Throws *thrown, int knocker, int points, int could) {
    Ending e = {points, knocker, 0, {deadwood(v[0].hand), deadwood(v[1].hand)}, {v[1].turns, v[0].turns}, could,
                {discards_of(&thrown[0], v[0].hand), discards_of(&thrown[1], v[1].hand)}};
    return e;
}

/* What is seen of a side when a round has ended. */
static void watch(Habits *h, const Ending *e, int side, int limit, int lays_off) {
    h->rounds++;
    const Discards *d = &e->discards[side];
    h->kept += d->kept; h->dearer += d->dearer; h->steps += d->steps; h->rises += d->rises;
    if (e->knocker == side) {
        h->turns += e->turns[side];
        if (e->gin) h->gins++;
        else { h->knocks++; h->left += e->left[side]; }
        return;
    }
    h->caught++; h->rest += e->left[side];
    h->waited += e->turns[side] > 0 && e->left[side] <= limit;
    if (e->could > 0) { if (lays_off) h->made++; else h->missed++; }
}

static void shuffled(int *deck) {
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int i = 51; i > 0; i--) { int j = below(i + 1), x = deck[i]; deck[i] = deck[j]; deck[j] = x; }
}

/* Told what the player sees who is to discard, and the other's real hand. */
static void (*watcher)(int side, const Sight *v, u64 real);

/* A round at the beginning of a turn. top: the card on the pile; at: the next card of the deck. offer: how many may
   still take the upcard, which is left to nobody after them; -1 if both have passed and the first player has to draw. */
typedef struct { Sight v[2]; Throws thrown[2]; int top, at, turn, offer; } Table;

/* Plays a round to its end; points to side 0. first: whether the card on the pile is taken now, -1 if its player says. */
static Ending play_on(Table *table, const int *deck, const Player *players, const Terms *terms, Trace *traces, int first) {
    Sight *v = table->v;
    Throws *thrown = table->thrown;
    int top = table->top, at = table->at, turn = table->turn, offer = table->offer;
    for (int moves = 0; moves < 110; moves++) {
        Sight *me = &v[turn], *you = &v[1 - turn];
        const Player *who = &players[turn];
        Trace *trace = &traces[turn];
        int forbidden = -1, take = 0, knocks = 0, forced = 0;
        float taken_worth, drawn_worth;
        Pass pass, after;
        me->stock = you->stock = 52 - at;
        if (offer < 0) forced = 1;
        if (top >= 0 && !forced) {
            u64 with = me->hand | 1ull << top;
            if (first >= 0) take = first;
            else if (who->kind) take = takes(who, me, top);
            else {
                Sight s = *me;
                s.shown |= 1ull << top;
                int k = 0, dealer_passes = offer == 1;
                throw_card(who, &s, with, top, 0, &k, &after, &taken_worth);
                s = *me; s.top = -1;
                drawn_worth = value(who->nets, dealer_passes ? 0 : 1, &s, &pass, who->prices);
                take = taken_worth + jitter(who) >= drawn_worth;
            }
        }
        first = -1;
        if (!take && offer > 0) { /* passes the upcard */
            you->refused |= 1ull << top;
            if (who->kind == 0 && offer == 1 && trace->n < MOST_STEPS) { Sight s = *me; s.top = -1; value(who->nets, 0, &s, &pass, 0); trace->steps[trace->n++] = pass; }
            if (--offer == 0) offer = -1;
            turn ^= 1;
            continue;
        }
        u64 hand;
        int last = 0;
        if (take) {
            hand = me->hand | 1ull << top; forbidden = top;
            me->shown |= 1ull << top;
            you->known |= 1ull << top; you->hidden--;
            you->took = 1;
        } else {
            if (who->kind == 0 && trace->n < MOST_STEPS) { Sight s = *me; s.top = -1; value(who->nets, 1, &s, &pass, 0); trace->steps[trace->n++] = pass; }
            int c = deck[at++];
            hand = me->hand | 1ull << c;
            me->unseen &= ~(1ull << c);
            if (top >= 0 && !forced) you->refused |= 1ull << top;
            you->took = 0;
            last = 52 - at <= 2;
        }
        you->turns++; me->own++;
        if (!take && deadwood(hand) == 0) {
            int p = terms->gin + 6 + deadwood(you->hand);
            me->hand = hand;
            Ending e = ended(v, thrown, turn, turn ? -p : p, 0);
            e.gin = 1;
            return e;
        }
        offer = 0;
        me->stock = you->stock = 52 - at;
        if (watcher) watcher(turn, me, you->hand);
        int c = throw_card(who, me, hand, forbidden, last, &knocks, &after, &taken_worth);
        me->hand = hand & ~(1ull << c);
        if (knocks) {
            if (who->kind == 0 && trace->n < MOST_STEPS) trace->steps[trace->n++] = after;
            int left = deadwood(me->hand), could = 0;
            int p = knock_points(me->hand, left, you->hand, terms, players[1 - turn].lays_off);
            if (left || terms->lay_on_gin) {
                Layout lay = {{{0}}, 0};
                find_layout(me->hand, left, &lay);
                could = deadwood(you->hand) - lay_off(you->hand, &lay);
            }
            Ending e = ended(v, thrown, turn, turn ? -p : p, could);
            e.gin = left == 0;
            return e;
        }
        Throws *mine = &thrown[turn];
        if (mine->n) { you->steps++; you->rises += value_of[c] > value_of[mine->cards[mine->n - 1]]; }
        mine->cards[mine->n++] = c;
        if (last) return ended(v, thrown, -1, 0, 0);
        if (who->kind == 0 && trace->n < MOST_STEPS) trace->steps[trace->n++] = after;
        me->shown &= me->hand;
        you->known &= ~(1ull << c);
        you->hidden = 10 - __builtin_popcountll(you->known);
        you->unseen &= ~(1ull << c);
        you->thrown |= 1ull << c;
        you->before = you->last; you->last = c;
        top = c;
        turn ^= 1;
    }
    return ended(v, thrown, -1, 0, 0);
}

/* Plays a round; points to side 0, who moves first. habits[s]: what s has seen of the other. */
static Ending play_round(const int *deck, const Player *players, const Terms *terms, const Habits *habits, Trace *traces) {
    u64 hands[2] = {0, 0};
    for (int i = 0; i < 10; i++) { hands[0] |= 1ull << deck[i]; hands[1] |= 1ull << deck[10 + i]; }
    Table table = {.top = deck[20], .at = 21, .offer = 2};
    Sight *v = table.v;
    int top = table.top;
    for (int s = 0; s < 2; s++) {
        memset(&v[s], 0, sizeof v[s]);
        v[s].hand = hands[s]; v[s].unseen = ((1ull << 52) - 1) & ~hands[s] & ~(1ull << top);
        v[s].hidden = 10; v[s].last = v[s].before = -1; v[s].limit = terms->limit; v[s].gin = terms->gin; v[s].undercut = terms->undercut; v[s].top = -1;
        v[s].habits = habits[s]; v[s].terms = terms;
        traces[s].n = 0;
    }
    return play_on(&table, deck, players, terms, traces, -1);
}

/* A third are learners, some with another patience or as they once were; the others throw well or
   badly. Most knock at once, some only in their first turns and then wait. */
static Player somebody(void) {
    Player p = LEARNER;
    int x = below(100);
    p.lays_off = x < 20 || below(3) > 0;
    if (x < 20) return p;
    if (x < 32) { p.patience = 16 * unit() - 6; return p; }
    if (x < 40) {
        if (has_fixed) { p.nets = fixed; p.lays_off = 1; } else p.patience = 16 * unit() - 6;
        return p;
    }
    p.noise = 0.1f + 4 * unit() * (below(6) == 0);
    p.knock_at = below(10) < 7 ? 10 : below(11);
    p.grabs = below(5) == 0;
    if (x < 47) {
        p.kind = 3; p.takes = rollout_takes; p.throws = rollout_throws; p.lays_off = 1;
        p.hope = 1 + 5 * unit(); p.patience = 4 * unit() - 3; p.knock_at = below(3) ? 10 : below(5);
        return p;
    }
    if (x < 68) {
        p.kind = 4; p.takes = ahead_takes; p.throws = ahead_throws;
        p.hope = 5 + 25 * unit(); p.fades = 0.75f + 0.25f * unit(); p.danger = below(4) ? 1.5f * unit() : 0;
        p.draws = 3 + below(10); p.narrow = 3 + below(11);
        if (below(3)) { p.early = below(6); p.knock_at = below(4) ? 0 : below(5); }
        return p;
    }
    if (below(4) == 0) { p.early = 2 + below(5); p.knock_at = below(3); }
    if (x < 83) { p.kind = 1; return p; }
    p.kind = 2; p.hope = 0.8f + 1.6f * unit(); p.danger = below(2) ? unit() : 0;
    return p;
}

/* Whom alone the learner meets, under the usual terms; none: all there are. */
static Player (*only)(void);

static double bin_sum[BINS]; static double bin_n[BINS];

/* Knock limits and bonuses of the rules there are, those of standard gin most often. */
static Terms some_terms(void) {
    int x = below(100);
    Terms t = {10, 25, 25, 0};
    if (corner) {
        if (x < 40) { t.gin = t.undercut = 20; t.lay_on_gin = 1; }
        else if (below(10) < 6) t.limit = below(11);
    } else if (x >= 85) { t.undercut = 10; t.gin = below(2) ? 20 : 25; }
    else if (x >= 65) t.limit = x >= 80 ? 0 : below(11);
    return t;
}

static Terms usual_terms(void) {
    return corner ? (Terms){10, 20, 20, 1} : (Terms){10, 25, 25, 0};
}

/* Rounds between two steps of Adam, and the most rounds of a session with one opponent. */
#define TOGETHER 32
#define LONGEST 12

/* Plays and learns; returns the mean points of the network against the others. */
double train(int rounds, float rate, float lambda, float noise) {
    static Trace traces[2];
    static Habits habits[2];
    static Player opponent;
    static Terms terms;
    static int remaining;
    double total = 0; int against = 0;
    for (int g = 0; g < rounds; g++) {
        if (!remaining--) {
            remaining = below(LONGEST);
            opponent = only ? only() : somebody();
            terms = only ? usual_terms() : some_terms();
            memset(habits, 0, sizeof habits);
        }
        Player learner = LEARNER, other = opponent;
        int learns = other.kind == 0 && other.patience == 0 && !other.nets, at = below(2), deck[52];
        learner.noise = noise;
        if (learns) other.noise = noise;
        Player p[2];
        Habits seen[2];
        p[at] = learner; p[1 - at] = other;
        seen[at] = habits[0]; seen[1 - at] = habits[1];
        shuffled(deck);
        Ending e = play_round(deck, p, &terms, seen, traces);
        watch(&habits[0], &e, 1 - at, terms.limit, other.lays_off);
        watch(&habits[1], &e, at, terms.limit, 1);
        for (int s = 0; s < 2; s++) {
            if (s != at && !learns) continue;
            int mine = s ? -e.points : e.points;
            if (s == at && (other.kind || other.nets)) { total += mine; against++; }
            int k = bin_of(mine);
            bin_sum[k] += mine; bin_n[k]++;
            if (bin_n[k] > 200) bin_mean[k] = (float)(bin_sum[k] / bin_n[k]);
            float target[BINS] = {0};
            target[k] = 1;
            Trace *t = &traces[s];
            for (int i = t->n - 1; i >= 0; i--) {
                learn(&t->steps[i], target);
                for (int b = 0; b < BINS; b++) target[b] = lambda * target[b] + (1 - lambda) * t->steps[i].p[b];
            }
        }
        if (g % TOGETHER == TOGETHER - 1) step_down(rate);
    }
    return against ? total / against : 0;
}

/* Mean points a round of the network against a fixed opponent, in sessions of so many rounds. */
double measure(int rounds, int session, int kind, int knock_at, float hope, float danger, int lays_off, float patience) {
    static Trace traces[2];
    double total = 0;
    Terms terms = usual_terms();
    Habits habits[2];
    Player me = LEARNER, other = {.kind = kind, .knock_at = knock_at, .hope = hope, .danger = danger, .noise = 0.01f, .lays_off = lays_off, .patience = patience};
    for (int g = 0; g < rounds; g++) {
        if (g % session == 0) memset(habits, 0, sizeof habits);
        int at = g & 1, deck[52];
        Player p[2];
        Habits seen[2];
        p[at] = me; p[1 - at] = other;
        seen[at] = habits[0]; seen[1 - at] = habits[1];
        shuffled(deck);
        Ending e = play_round(deck, p, &terms, seen, traces);
        watch(&habits[0], &e, 1 - at, terms.limit, other.lays_off);
        watch(&habits[1], &e, at, terms.limit, 1);
        total += at ? -e.points : e.points;
    }
    return total / rounds;
}

void start(u64 seed, int around_corner) {
    corner = around_corner;
    stale[0] = 7;
    prepare();
    memset(bin_sum, 0, sizeof bin_sum); memset(bin_n, 0, sizeof bin_n);
    memset(firsts, 0, sizeof firsts); memset(seconds, 0, sizeof seconds); memset(slopes, 0, sizeof slopes);
    memset(updates, 0, sizeof updates); memset(seen_steps, 0, sizeof seen_steps);
    rng_state = seed * 0x9E3779B97F4A7C15ull + 1442695040888963407ull;
    for (int i = 0; i < 20; i++) rng();
    static const float first[BINS] = {-52, -39, -31, -24, -15, -6, 0, 6, 15, 24, 31, 39, 52};
    memcpy(bin_mean, first, sizeof first);
    for (int w = 0; w < NETS; w++) {
        memset(&nets[w], 0, sizeof nets[w]);
        for (int i = 0; i < FEATURES; i++) for (int j = 0; j < HIDDEN; j++) nets[w].w1[i][j] = (unit() - 0.5f) * 0.35f;
        for (int k = 0; k < SECOND; k++) for (int j = 0; j < HIDDEN; j++) nets[w].w2[k][j] = (unit() - 0.5f) * 0.3f;
        for (int k = 0; k < BINS; k++) for (int j = 0; j < SECOND; j++) nets[w].w3[k][j] = (unit() - 0.5f) * 0.3f;
    }
}
Net *weights(void) { return nets; }
float *means(void) { return bin_mean; }
int deadwood_of(u64 m) { return deadwood(m); }
int knock_of(u64 k, u64 d, int gin, int undercut, int lay_on_gin) {
    Terms terms = {10, gin, undercut, lay_on_gin};
    return knock_points(k, deadwood(k), d, &terms, 1);
}
static Sight sight_of(const u64 *masks, const int *numbers) {
    Sight v = {masks[0], masks[1], masks[2], masks[3], masks[4], masks[5],
               numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8], numbers[9], numbers[10], numbers[11], {0}, 0, 0};
    memcpy(&v.habits, numbers + 12, sizeof v.habits);
    return v;
}
/* For the test: how a side discarded that held these cards at the end. */
void discarded(const int *cards, int n, u64 hand, int *found) {
    Throws thrown = {.n = n};
    memcpy(thrown.cards, cards, n * sizeof *cards);
    Discards d = discards_of(&thrown, hand);
    memcpy(found, &d, sizeof d);
}
/* For the test: features and worth of a position given as plain numbers. */
void look(const u64 *masks, const int *numbers, int which, float *found, float *worth) {
    Sight v = sight_of(masks, numbers);
    Pass pass;
    features(&v, found);
    forward(nets, which, found, &pass);
    *worth = mean_of(pass.p, bin_mean);
}
void set_weights(const void *from, const void *means) { stale[0] = 7; memcpy(nets, from, sizeof nets); memcpy(bin_mean, means, sizeof bin_mean); }
void set_fixed(const void *from, const void *means) { stale[1] = 7; memcpy(fixed, from, sizeof fixed); memcpy(fixed_mean, means, sizeof fixed_mean); has_fixed = 1; }
