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
#define FEATURES 110
#define HIDDEN 96
#define BINS 13
#define NETS 3 /* after a discard, before a draw, at a knock */
#define MOST_STEPS 128

typedef struct {
    float w1[FEATURES][HIDDEN], b1[HIDDEN], w2[BINS][HIDDEN], b2[BINS];
} Net;

static Net nets[NETS];
static float bin_mean[BINS];
static const int EDGES[BINS - 1] = {-45, -35, -28, -20, -10, 0, 1, 10, 20, 28, 35, 45};
/* bin i holds points p with EDGES[i-1] <= p < EDGES[i] */

static int values[8192], runs_left[8192], gains[8192];
static u64 same_rank[52], near_by[52], far_by[52];
static int value_of[52];
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
    }
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
typedef struct {
    u64 hand, known, unseen, thrown, refused, shown;
    int hidden, stock, turns, last, before, took, limit, gin, undercut, top;
} Sight;

static float power_of(float base, int n) { return n == 0 ? 1 : n == 1 ? base : n == 2 ? base * base : base * base * base; }

static float held(const Sight *v, int c) {
    u64 bit = 1ull << c;
    if (v->known & bit) return 1;
    if (!(v->unseen & bit)) return 0;
    int n = __builtin_popcountll(v->unseen);
    float q = (float)v->hidden / (float)(n > 0 ? n : 1);
#define P(b, set, by) power_of(b, __builtin_popcountll((set) & (by)[c]))
    q *= P(0.5f, v->thrown, same_rank) * P(0.55f, v->thrown, near_by) * P(0.78f, v->thrown, far_by);
    q *= P(0.64f, v->refused, same_rank) * P(0.67f, v->refused, near_by) * P(0.82f, v->refused, far_by);
    q *= P(2.4f, v->known, same_rank) * P(2.2f, v->known, near_by) * P(1.6f, v->known, far_by);
#undef P
    return q > 0.95f ? 0.95f : q;
}

static int grade(int x, const int *bounds, int n) {
    int i = 0;
    while (i < n && x > bounds[i]) i++;
    return i;
}

static const int DW[11] = {0, 2, 5, 8, 10, 15, 20, 27, 35, 45, 60};
static const int FACE[4] = {0, 3, 6, 9};
static const int LIMITS[4] = {0, 3, 6, 9};

int features(const Sight *v, float *f) {
    memset(f, 0, FEATURES * sizeof(float));
    u64 hand = v->hand;
    int dw = deadwood(hand), at = 0;
    f[at++] = dw / 50.0f;
    f[at + grade(dw, DW, 11)] = 1; at += 12;
    f[at++] = dw <= v->limit;
    u64 loose = 0;
    int total = 0, high = 0;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        total += value_of[c];
        if (deadwood(hand & ~(1ull << c)) == dw - value_of[c]) { loose |= 1ull << c; high += value_of[c] >= 10; }
    }
    f[at++] = (total - dw) / 50.0f;
    int many = __builtin_popcountll(loose);
    f[at + (many > 9 ? 9 : many)] = 1; at += 10;
    f[at++] = high / 5.0f;
    int n = __builtin_popcountll(v->unseen), fall = 0, gins = 0, knocks = 0, fives = 0, melds = 0, extends = 0;
    for (u64 r = v->unseen; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        u64 with = hand | 1ull << c;
        int left = after_discard(with), all = deadwood(with);
        fall += dw - left; gins += left == 0; knocks += left <= v->limit; fives += left <= 5;
        melds += all < dw + value_of[c]; extends += all <= dw;
    }
    float share = 1.0f / (float)(n > 0 ? n : 1);
    f[at++] = fall * share / 10; f[at++] = gins * share * 3; f[at++] = knocks * share;
    f[at++] = fives * share; f[at++] = melds * share; f[at++] = extends * share * 3;
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
    for (u64 r = loose; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (__builtin_popcountll(same_rank[c] & v->known) >= 2 || (near_by[c] & v->known && __builtin_popcountll((near_by[c] | far_by[c]) & v->known) >= 2)) safe += value_of[c];
    }
    f[at++] = safe / 20.0f;
    int late = v->stock / 2; f[at + (late > 15 ? 15 : late)] = 1; at += 16;
    f[at++] = v->turns / 10.0f;
    f[at + (v->turns > 7 ? 7 : v->turns)] = 1; at += 8;
    int known = __builtin_popcountll(v->known);
    f[at + (known > 5 ? 5 : known)] = 1; at += 6;
    int kv = 0;
    for (u64 r = v->known; r; r &= r - 1) kv += value_of[__builtin_ctzll(r)];
    f[at++] = kv / 40.0f;
    f[at++] = deadwood(v->known) / 20.0f;
    f[at + (v->last < 0 ? 0 : grade(value_of[v->last], FACE, 4))] = 1; at += 5;
    f[at + (v->before < 0 ? 0 : grade(value_of[v->before], FACE, 4))] = 1; at += 5;
    f[at++] = (float)v->took;
    f[at++] = __builtin_popcountll(v->shown) / 5.0f;
    f[at++] = v->limit / 10.0f;
    f[at + grade(v->limit, LIMITS, 4)] = 1; at += 5;
    f[at++] = v->gin / 25.0f; f[at++] = v->undercut / 25.0f;
    int t = v->top;
    if (t >= 0) {
        int rank = t % 13, mates = __builtin_popcountll(same_rank[t] & v->known);
        f[at] = 1;
        f[at + 1] = value_of[t] / 10.0f;
        f[at + 2 + __builtin_popcountll(same_rank[t] & v->unseen)] = 1;
        f[at + 6 + (mates > 2 ? 2 : mates)] = 1;
        u64 could = v->unseen | v->known;
        float open = 0, half = 0, sure = 0, by_run = 0, by_set = 0;
        for (int w = 0; w < 3; w++) {
            int a = step_from(rank, w == 0 ? -2 : w == 1 ? -1 : 1), b = step_from(rank, w == 0 ? -1 : w == 1 ? 1 : 2);
            if (a < 0 || b < 0) continue;
            int ca = t - rank + a, cb = t - rank + b;
            int in_a = v->known >> ca & 1, in_b = v->known >> cb & 1;
            if (could >> ca & 1 && could >> cb & 1) {
                open++; half += in_a != in_b; sure += in_a && in_b;
                by_run += held(v, ca) * held(v, cb);
            }
        }
        float p[3]; int i = 0;
        for (u64 r = same_rank[t]; r; r &= r - 1) p[i++] = held(v, __builtin_ctzll(r));
        by_set = p[0] * p[1] + p[0] * p[2] + p[1] * p[2];
        f[at + 9] = open / 3; f[at + 10] = half / 2; f[at + 11] = sure;
        f[at + 12] = __builtin_popcountll(same_rank[t] & v->thrown) / 2.0f;
        f[at + 13] = __builtin_popcountll(near_by[t] & v->thrown) / 2.0f;
        f[at + 14] = __builtin_popcountll(same_rank[t] & v->refused) / 2.0f;
        f[at + 15] = __builtin_popcountll(near_by[t] & v->refused) / 2.0f;
        f[at + 16] = by_set > 1 ? 1 : by_set;
        f[at + 17] = by_run > 1 ? 1 : by_run;
    }
    at += 18;
    return at;
}

/* ---- the network --------------------------------------------------------------------- */
typedef struct { short at[FEATURES]; float x[FEATURES]; int n; float h[HIDDEN], p[BINS]; int net; } Pass;

static void forward(int which, const float *f, Pass *o) {
    const Net *net = &nets[which];
    float h[HIDDEN];
    memcpy(h, net->b1, sizeof h);
    o->n = 0; o->net = which;
    for (int i = 0; i < FEATURES; i++)
        if (f[i] != 0) {
            o->at[o->n] = (short)i; o->x[o->n++] = f[i];
            const float *w = net->w1[i]; float x = f[i];
            for (int j = 0; j < HIDDEN; j++) h[j] += x * w[j];
        }
    for (int j = 0; j < HIDDEN; j++) o->h[j] = h[j] > 0 ? h[j] : 0;
    float most = -1e9f, sum = 0;
    for (int k = 0; k < BINS; k++) {
        float s = net->b2[k];
        for (int j = 0; j < HIDDEN; j++) s += net->w2[k][j] * o->h[j];
        o->p[k] = s; if (s > most) most = s;
    }
    for (int k = 0; k < BINS; k++) { o->p[k] = expf(o->p[k] - most); sum += o->p[k]; }
    for (int k = 0; k < BINS; k++) o->p[k] /= sum;
}
static float mean_of(const float *p) {
    float m = 0;
    for (int k = 0; k < BINS; k++) m += p[k] * bin_mean[k];
    return m;
}
static float value(int which, const Sight *v, Pass *o) {
    float f[FEATURES];
    features(v, f);
    forward(which, f, o);
    return mean_of(o->p);
}
static void learn(const Pass *o, const float *target, float rate) {
    Net *net = &nets[o->net];
    float d[BINS], back[HIDDEN] = {0};
    for (int k = 0; k < BINS; k++) {
        d[k] = o->p[k] - target[k];
        for (int j = 0; j < HIDDEN; j++) back[j] += d[k] * net->w2[k][j];
        float step = rate * d[k];
        for (int j = 0; j < HIDDEN; j++) net->w2[k][j] -= step * o->h[j];
        net->b2[k] -= step;
    }
    for (int j = 0; j < HIDDEN; j++) { back[j] = o->h[j] > 0 ? rate * back[j] : 0; net->b1[j] -= back[j]; }
    for (int i = 0; i < o->n; i++) {
        float *w = net->w1[o->at[i]], x = o->x[i];
        for (int j = 0; j < HIDDEN; j++) w[j] -= x * back[j];
    }
}
static int bin_of(int points) {
    int k = 0;
    while (k < BINS - 1 && points >= EDGES[k]) k++;
    return k;
}

/* ---- players ------------------------------------------------------------------------- */
typedef struct {
    int kind;      /* 0: the network; 1: quick; 2: hopeful, like the expert */
    int knock_at;  /* deadwood with which kinds 1 and 2 knock */
    float hope, danger, noise;
    int lays_off;
} Player;

typedef struct { Pass steps[MOST_STEPS]; int n; } Trace;

/* Choose a discard (returned) or a knock (*knocks set) from eleven cards. */
static int throw_card(const Player *who, Sight *v, u64 hand, int forbidden, int last, int *knocks, Pass *chosen, float *worth) {
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
    if (best_left == 0) { *knocks = 1; s.hand = hand & ~(1ull << best_card); s.top = -1; if (who->kind == 0) *worth = value(2, &s, chosen); else *worth = 60; return best_card; }
    float best = -1e9f;
    int card = -1;
    Pass pass;
    if (!last) for (int i = 0; i < n; i++) {
        int c = order[i];
        float score;
        if (left[c] > best_left + 13) continue;
        s.hand = hand & ~(1ull << c); s.top = c;
        s.shown = v->shown & s.hand;
        if (who->kind == 0) {
            score = value(0, &s, &pass) + (who->noise > 0 ? who->noise * (unit() - 0.5f) : 0);
        } else if (who->kind == 1) {
            score = -left[c] + value_of[c] * 0.01f + who->noise * unit();
        } else {
            int fall = 0, m = __builtin_popcountll(v->unseen);
            for (u64 r = v->unseen; r; r &= r - 1) fall += left[c] - after_discard(s.hand | (r & -r));
            float f[FEATURES];
            score = who->hope * fall / (m ? m : 1) - left[c] + who->noise * unit();
            if (who->danger > 0) { features(&s, f); score -= who->danger * 15 * (f[FEATURES - 2] + f[FEATURES - 1]); }
        }
        if (score > best) { best = score; card = c; if (who->kind == 0) *chosen = pass; }
    }
    if (best_left <= v->limit) {
        s = *v; s.hand = hand & ~(1ull << best_card); s.top = -1;
        if (who->kind == 0) {
            float now = value(2, &s, &pass);
            if (last ? now > 0 : now + (who->noise > 0 ? who->noise * (unit() - 0.5f) : 0) >= best) { *knocks = 1; *chosen = pass; *worth = now; return best_card; }
        } else if (best_left <= who->knock_at) { *knocks = 1; return best_card; }
    }
    *worth = best;
    return card >= 0 ? card : best_card;
}

static int useful(const Sight *v, u64 hand, int top) {
    u64 with = hand | 1ull << top;
    int dw = deadwood(hand);
    if (deadwood(with) < dw + value_of[top]) return 1;
    return after_discard(with) <= v->limit && dw > v->limit;
}

/* Plays a round; points to side 0, who moves first. */
static int play_round(const Player *players, const Terms *terms, Trace *traces) {
    int deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int i = 51; i > 0; i--) { int j = below(i + 1), x = deck[i]; deck[i] = deck[j]; deck[j] = x; }
    u64 hands[2] = {0, 0};
    for (int i = 0; i < 10; i++) { hands[0] |= 1ull << deck[i]; hands[1] |= 1ull << deck[10 + i]; }
    int top = deck[20], at = 21, turn = 0;
    Sight v[2];
    for (int s = 0; s < 2; s++) {
        memset(&v[s], 0, sizeof v[s]);
        v[s].hand = hands[s]; v[s].unseen = ((1ull << 52) - 1) & ~hands[s] & ~(1ull << top);
        v[s].hidden = 10; v[s].last = v[s].before = -1; v[s].limit = terms->limit; v[s].gin = terms->gin; v[s].undercut = terms->undercut; v[s].top = -1;
        traces[s].n = 0;
    }
    int offer = 2; /* the upcard may be taken by both; then the first player draws */
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
            if (useful(me, me->hand, top)) {
                Sight s = *me;
                s.shown |= 1ull << top;
                int k = 0;
                if (who->kind == 0) {
                    int dealer_passes = offer == 1;
                    throw_card(who, &s, with, top, 0, &k, &after, &taken_worth);
                    s = *me; s.top = -1;
                    drawn_worth = value(dealer_passes ? 0 : 1, &s, &pass);
                    take = taken_worth + (who->noise > 0 ? who->noise * (unit() - 0.5f) : 0) >= drawn_worth;
                } else take = deadwood(with) < deadwood(me->hand) + value_of[top] ? after_discard(with) < deadwood(me->hand) : after_discard(with) <= who->knock_at;
            }
        }
        if (!take && offer > 0) { /* passes the upcard */
            you->refused |= 1ull << top;
            if (who->kind == 0 && offer == 1 && trace->n < MOST_STEPS) { Sight s = *me; s.top = -1; value(0, &s, &pass); trace->steps[trace->n++] = pass; }
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
            if (who->kind == 0 && trace->n < MOST_STEPS) { Sight s = *me; s.top = -1; value(1, &s, &pass); trace->steps[trace->n++] = pass; }
            int c = deck[at++];
            hand = me->hand | 1ull << c;
            me->unseen &= ~(1ull << c);
            if (top >= 0 && !forced) you->refused |= 1ull << top;
            you->took = 0;
            last = 52 - at <= 2;
            if (deadwood(hand) == 0) { int p = terms->gin + 6 + deadwood(v[1 - turn].hand); return turn ? -p : p; }
        }
        you->turns++;
        offer = 0;
        me->stock = you->stock = 52 - at;
        int c = throw_card(who, me, hand, forbidden, last, &knocks, &after, &taken_worth);
        me->hand = hand & ~(1ull << c);
        if (knocks) {
            if (who->kind == 0 && trace->n < MOST_STEPS) trace->steps[trace->n++] = after;
            int p = knock_points(me->hand, deadwood(me->hand), v[1 - turn].hand, terms, players[1 - turn].lays_off);
            return turn ? -p : p;
        }
        if (last) return 0;
        if (who->kind == 0 && trace->n < MOST_STEPS) trace->steps[trace->n++] = after;
        me->shown &= me->hand;
        if (you->known >> c & 1) you->known &= ~(1ull << c); else you->hidden--;
        you->hidden = 10 - __builtin_popcountll(you->known);
        you->unseen &= ~(1ull << c);
        you->thrown |= 1ull << c;
        you->before = you->last; you->last = c;
        top = c;
        turn ^= 1;
    }
    return 0;
}

/* A quarter are learners themselves; the others throw well or badly, and most knock at once. */
static Player somebody(void) {
    Player p = {0, 10, 0, 0, 0, 1};
    int x = below(100);
    if (x < 25) return p;
    p.noise = 0.1f + 4 * unit() * (below(6) == 0);
    p.knock_at = below(10) < 7 ? 10 : below(11);
    p.lays_off = below(3) > 0;
    if (x < 65) { p.kind = 1; return p; }
    p.kind = 2; p.hope = 0.8f + 1.6f * unit(); p.danger = below(2) ? unit() : 0;
    return p;
}

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

/* Plays and learns; returns the mean points of the network against the others. */
double train(int rounds, float rate, float lambda, float noise) {
    static Trace traces[2];
    double total = 0; int against = 0;
    for (int g = 0; g < rounds; g++) {
        Player p[2] = {{0, 10, 0, 0, noise, 1}, somebody()};
        if (p[1].kind == 0) p[1].noise = noise;
        if (below(2)) { Player x = p[0]; p[0] = p[1]; p[1] = x; }
        Terms terms = some_terms();
        int points = play_round(p, &terms, traces);
        for (int s = 0; s < 2; s++) {
            if (p[s].kind) continue;
            int mine = s ? -points : points;
            if (p[1 - s].kind) { total += mine; against++; }
            int k = bin_of(mine);
            bin_sum[k] += mine; bin_n[k]++;
            if (bin_n[k] > 200) bin_mean[k] = (float)(bin_sum[k] / bin_n[k]);
            float target[BINS] = {0};
            target[k] = 1;
            Trace *t = &traces[s];
            for (int i = t->n - 1; i >= 0; i--) {
                learn(&t->steps[i], target, rate);
                for (int b = 0; b < BINS; b++) target[b] = lambda * target[b] + (1 - lambda) * t->steps[i].p[b];
            }
        }
    }
    return against ? total / against : 0;
}

/* Mean points a round of the network against a fixed opponent. */
double measure(int rounds, int kind, int knock_at, float hope, float danger) {
    static Trace traces[2];
    double total = 0;
    Terms terms = {10, corner ? 20 : 25, corner ? 20 : 25, corner};
    for (int g = 0; g < rounds; g++) {
        Player p[2] = {{0, 10, 0, 0, 0, 1}, {kind, knock_at, hope, danger, 0.01f, 1}};
        int swap = g & 1;
        if (swap) { Player x = p[0]; p[0] = p[1]; p[1] = x; }
        int points = play_round(p, &terms, traces);
        total += swap ? -points : points;
    }
    return total / rounds;
}

void start(u64 seed, int around_corner) {
    corner = around_corner;
    prepare();
    memset(bin_sum, 0, sizeof bin_sum); memset(bin_n, 0, sizeof bin_n);
    rng_state = seed * 0x9E3779B97F4A7C15ull + 1442695040888963407ull;
    for (int i = 0; i < 20; i++) rng();
    static const float first[BINS] = {-52, -39, -31, -24, -15, -6, 0, 6, 15, 24, 31, 39, 52};
    memcpy(bin_mean, first, sizeof first);
    for (int w = 0; w < NETS; w++) {
        memset(&nets[w], 0, sizeof nets[w]);
        for (int i = 0; i < FEATURES; i++) for (int j = 0; j < HIDDEN; j++) nets[w].w1[i][j] = (unit() - 0.5f) * 0.35f;
        for (int k = 0; k < BINS; k++) for (int j = 0; j < HIDDEN; j++) nets[w].w2[k][j] = (unit() - 0.5f) * 0.2f;
    }
}
Net *weights(void) { return nets; }
float *means(void) { return bin_mean; }
int sizes(int which) { return which == 0 ? FEATURES : which == 1 ? HIDDEN : which == 2 ? BINS : (int)sizeof(Net); }
int deadwood_of(u64 m) { return deadwood(m); }
int knock_of(u64 k, u64 d, int gin, int undercut, int lay_on_gin) {
    Terms terms = {10, gin, undercut, lay_on_gin};
    return knock_points(k, deadwood(k), d, &terms, 1);
}
/* For the test: features and worth of a position given as plain numbers. */
void look(const u64 *masks, const int *numbers, int which, float *found, float *worth) {
    Sight v = {masks[0], masks[1], masks[2], masks[3], masks[4], masks[5],
               numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8], numbers[9]};
    Pass pass;
    features(&v, found);
    forward(which, found, &pass);
    *worth = mean_of(pass.p);
}
void set_weights(const void *from, const void *means) { memcpy(nets, from, sizeof nets); memcpy(bin_mean, means, sizeof bin_mean); }
