/* Hands that the opponent may hold, found by a walk that swaps one card at a time, as in
   engine/players/position.py. odds: the log odds of every card; curve: those of every deadwood. */

static int shuffled_rest(u64 cards, int *stock) {
    int n = 0;
    for (; cards; cards &= cards - 1) stock[n++] = __builtin_ctzll(cards);
    for (int i = n - 1; i > 0; i--) { int j = below(i + 1), x = stock[i]; stock[i] = stock[j]; stock[j] = x; }
    return n;
}

#define MOST_LEFT 160 /* more deadwood than any hand has */

static void imagine(const Sight *v, const float *odds, const float *curve, int count, int first, int between, u64 *hands) {
    int cards[52], n = shuffled_rest(v->unseen, cards), size = v->hidden < n ? v->hidden : n, found = 0;
    u64 hand = v->known;
    for (int i = 0; i < size; i++) hand |= 1ull << cards[i];
    if (size == 0 || size == n) { while (found < count) hands[found++] = hand; return; }
    int left = deadwood(hand);
    for (int swaps = first; found < count; swaps = between) {
        while (swaps-- > 0) {
            int out = below(size), in = size + below(n - size), leaving = cards[out], coming = cards[in];
            u64 other = hand ^ 1ull << leaving ^ 1ull << coming;
            int after = deadwood(other);
            float gain = odds[coming] - odds[leaving] + curve[after] - curve[left];
            if (gain >= 0 || unit() < expf(gain)) { cards[out] = coming; cards[in] = leaving; hand = other; left = after; }
        }
        hands[found++] = hand;
    }
}

/* Log odds by constants: beside a thrown or refused card less, beside a taken one more. */
static void plain_odds(const Sight *v, float *odds) {
    for (int c = 0; c < 52; c++) {
        odds[c] = 0;
#define N(set, by) __builtin_popcountll((set) & (by)[c])
        odds[c] -= 0.7f * N(v->thrown, same_rank) + 0.6f * N(v->thrown, near_by) + 0.25f * N(v->thrown, far_by);
        odds[c] -= 0.45f * N(v->refused, same_rank) + 0.4f * N(v->refused, near_by) + 0.2f * N(v->refused, far_by);
        odds[c] += 0.9f * N(v->known, same_rank) + 0.8f * N(v->known, near_by) + 0.5f * N(v->known, far_by);
#undef N
    }
}

/* The less deadwood the likelier, by so much a point. */
static void straight_curve(float rate, float *curve) {
    for (int left = 0; left < MOST_LEFT; left++) curve[left] = -rate * left;
}

/* The learned odds of hands, once there are any (beliefs.c). */
static void (*learned)(const Sight *v, float *odds, float *curve);

static void constant_hands(const Sight *v, int count, u64 *hands) {
    float odds[52], curve[MOST_LEFT], rate = 0.02f + 0.015f * v->turns;
    plain_odds(v, odds);
    straight_curve(!v->turns ? 0 : rate < 0.12f ? rate : 0.12f, curve);
    imagine(v, odds, curve, count, 60, 20, hands);
}
static void likely_hands(const Sight *v, int count, u64 *hands) {
    float odds[52], curve[MOST_LEFT];
    if (!learned) { constant_hands(v, count, hands); return; }
    learned(v, odds, curve);
    imagine(v, odds, curve, count, 300, 20, hands);
}
