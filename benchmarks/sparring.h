/* Stronger players that the master trains against, of many kinds, so nothing is measured by them:
   one plays choices out over imagined hands, the other looks at the best of the next draws. */

#define ROLLOUT_HANDS 16
#define ROLLOUT_CHOICES 4

/* The deadwood with which this opponent is expected to knock. */
static int expected_knock(const Habits *h) {
    if (h->rounds < 2) return 10;
    if (h->waited * 2 >= h->rounds || h->gins > h->knocks + 1) return 1;
    if (h->knocks) return 3 + h->left / h->knocks;
    return 10;
}

/* The discards that leave least, so many of them. Returns how many there are. */
static int least_throws(u64 hand, int forbidden, int most, int *cards) {
    int left[52], n = 0;
    for (int i = 0; i < 52; i++) {
        int c = dearest[i];
        if (!(hand >> c & 1) || c == forbidden) continue;
        left[c] = deadwood(hand & ~(1ull << c));
        int to = n++;
        for (; to > 0 && left[cards[to - 1]] > left[c]; to--) cards[to] = cards[to - 1];
        cards[to] = c;
    }
    return n < most ? n : most;
}

/* hope: what partners are worth in rounds played out. patience: points by which a knock has to be better. */
static int rollout_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    int cards[11], best_left, at[2] = {who->knock_at, expected_knock(&v->habits)};
    int knock = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &best_left), n = least_throws(hand, forbidden, ROLLOUT_CHOICES, cards);
    *knocks = best_left == 0;
    if (*knocks) return knock;
    u64 hands[ROLLOUT_HANDS];
    likely_hands(v, ROLLOUT_HANDS, hands);
    float worth[ROLLOUT_CHOICES] = {0}, down = 0;
    for (int k = 0; k < ROLLOUT_HANDS; k++) {
        int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock);
        if (best_left <= v->limit) down += knock_points(hand & ~(1ull << knock), best_left, hands[k], v->terms, 1);
        for (int i = 0; i < n && !last; i++)
            worth[i] += keen_playout(hand & ~(1ull << cards[i]), hands[k], 1, cards[i], stock, m, at, who->hope, v->terms);
    }
    int best = 0;
    for (int i = 1; i < n; i++) if (worth[i] > worth[best]) best = i;
    *knocks = best_left <= v->limit && (last ? down > 0 : down >= worth[best] + who->patience * ROLLOUT_HANDS);
    return *knocks ? knock : cards[best];
}

static int rollout_takes(const Player *who, const Sight *v, int top) {
    u64 bit = 1ull << top, hands[ROLLOUT_HANDS];
    int after, before = deadwood(v->hand), card = best_throw(v->hand | bit, bit, &after), at[2] = {who->knock_at, expected_knock(&v->habits)};
    if (after == 0) return 1;
    if (after >= before + 4) return 0;
    likely_hands(v, ROLLOUT_HANDS, hands);
    float gain = 0;
    u64 rest = (v->hand | bit) & ~(1ull << card);
    for (int k = 0; k < ROLLOUT_HANDS; k++) {
        int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock);
        gain += after <= v->limit ? knock_points(rest, after, hands[k], v->terms, 1) : keen_playout(rest, hands[k], 1, card, stock, m, at, who->hope, v->terms);
        gain -= keen_playout(v->hand, hands[k], 0, -1, stock, m, at, who->hope, v->terms);
    }
    return gain > 0;
}

/* The mean deadwood after the best of the draws that may come, so many of them. */
static float best_draws(u64 rest, u64 may_come, int most) {
    int count[MOST_LEFT] = {0}, found = 0, sum = 0;
    for (; may_come; may_come &= may_come - 1) count[after_discard(rest | (may_come & -may_come))]++;
    for (int left = 0; left < MOST_LEFT && found < most; left++)
        for (int k = 0; k < count[left] && found < most; k++) { found++; sum += left; }
    return found ? (float)sum / (float)found : 0;
}

/* Discards so that the best draws would leave little. hope: the weight of these draws, of which there are
   `draws`, in the first turn; fades: how much of it is left a turn later. danger: points of what the other
   could use. Cards up to `narrow` points cheaper than the dearest loose one are considered. */
static int ahead_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)last;
    int left[52], best_left, all = deadwood(hand), dearest_loose = 0, card = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &best_left);
    *knocks = best_left == 0 || best_left <= knocks_with(who, v);
    if (*knocks) return card;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        left[c] = deadwood(hand & ~(1ull << c));
        if (c != forbidden && left[c] == all - value_of[c] && value_of[c] > dearest_loose) dearest_loose = value_of[c];
    }
    float best = 1e9f, weight = who->hope * powf(who->fades, (float)v->turns), held[52];
    odds_of(v, held);
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (c == forbidden || left[c] > best_left + who->narrow || value_of[c] < dearest_loose - who->narrow) continue;
        float by_set, by_run, score = left[c] + weight * best_draws(hand & ~(1ull << c), v->unseen, who->draws) + who->noise * unit();
        use_of(held, v->unseen | v->known, c, &by_set, &by_run);
        score += who->danger * 15 * (by_set + by_run);
        if (score < best) { best = score; card = c; }
    }
    return card;
}
static int ahead_takes(const Player *who, const Sight *v, int top) {
    u64 bit = 1ull << top;
    int before = deadwood(v->hand), left;
    best_throw(v->hand | bit, bit, &left);
    return left < before && (deadwood(v->hand | bit) < before + value_of[top] || left <= knocks_with(who, v) || who->grabs);
}
