/* Rounds played to their end by quick players, and a player that decides by them.

   It imagines hands of the opponent, plays every choice out against each of them, and expects of
   the opponent the knocks that it has seen. It is trained against, so nothing is measured by it. */

#define ROLLOUT_HANDS 16
#define ROLLOUT_CHOICES 4

/* The discard that leaves least, a dearest one of several, without the kept cards. */
static int best_throw(u64 m, u64 kept, int *left) {
    int least = kept ? -1 : after_discard(m), card = -1;
    *left = 1000;
    for (int i = 0; i < 52; i++) {
        int c = dearest[i];
        if (!((m & ~kept) >> c & 1)) continue;
        int after = deadwood(m & ~(1ull << c));
        if (after < *left) { *left = after; card = c; }
        if (*left == least) break;
    }
    return card;
}

/* Points of side 0 from the beginning of a turn. at: the deadwood with which each side knocks. */
static int playout(u64 first, u64 second, int turn, int top, const int *stock, int n, const int *at, const Terms *terms) {
    u64 hands[2] = {first, second};
    int left[2] = {deadwood(first), deadwood(second)};
    for (int moves = 0; moves < 80; moves++) {
        u64 mine = hands[turn], hand = 0;
        int took = 0, after = 1000, card = -1, knocks = at[turn] < terms->limit ? at[turn] : terms->limit;
        if (top >= 0) {
            u64 bit = 1ull << top;
            int melds = meets(mine, top) && deadwood(mine | bit) < left[turn] + value_of[top];
            if (melds || left[turn] - 10 + value_of[top] <= knocks) {
                hand = mine | bit;
                card = best_throw(hand, bit, &after);
                took = after <= knocks || (melds && after < left[turn]);
            }
        }
        if (!took) {
            hand = mine | 1ull << stock[--n];
            card = best_throw(hand, 0, &after);
        }
        hands[turn] = hand & ~(1ull << card);
        left[turn] = after;
        if (after <= knocks) {
            int points = knock_points(hands[turn], after, hands[1 - turn], terms, 1);
            return turn ? -points : points;
        }
        if (!took && n <= 2) return 0;
        top = card;
        turn ^= 1;
    }
    return 0;
}

/* A hand for the opponent: cards by rough odds, the best of more hands the later it is. */
static u64 likely_hand(const Sight *v, const float *odds) {
    u64 best = v->known;
    int least = 1000;
    for (int tries = 1 + v->turns / 2; tries > 0; tries--) {
        u64 hand = v->known, left = v->unseen;
        for (int k = 0; k < v->hidden && left; k++) {
            float total = 0, at;
            for (u64 r = left; r; r &= r - 1) total += odds[__builtin_ctzll(r)];
            at = total * unit();
            int c = -1;
            for (u64 r = left; r; r &= r - 1) {
                c = __builtin_ctzll(r);
                if ((at -= odds[c]) <= 0) break;
            }
            hand |= 1ull << c; left &= ~(1ull << c);
        }
        int dw = deadwood(hand);
        if (dw < least) { least = dw; best = hand; }
    }
    return best;
}

static int shuffled_rest(u64 cards, int *stock) {
    int n = 0;
    for (; cards; cards &= cards - 1) stock[n++] = __builtin_ctzll(cards);
    for (int i = n - 1; i > 0; i--) { int j = below(i + 1), x = stock[i]; stock[i] = stock[j]; stock[j] = x; }
    return n;
}

/* The deadwood with which this opponent is expected to knock. */
static int expected_knock(const Habits *h) {
    if (h->rounds < 2) return 10;
    if (h->waited * 2 >= h->rounds || h->gins > h->knocks + 1) return 1;
    if (h->knocks) return 3 + h->left / h->knocks;
    return 10;
}

static int rollout_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    int left[52], cards[11], n = 0, best_left, at[2] = {10, expected_knock(&v->habits)};
    int knock = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &best_left);
    *knocks = 0;
    if (best_left == 0) { *knocks = 1; return knock; }
    for (int i = 0; i < 52; i++) {
        int c = dearest[i];
        if (!(hand >> c & 1) || c == forbidden) continue;
        left[c] = deadwood(hand & ~(1ull << c));
        int to = n++;
        for (; to > 0 && left[cards[to - 1]] > left[c]; to--) cards[to] = cards[to - 1];
        cards[to] = c;
    }
    if (n > ROLLOUT_CHOICES) n = ROLLOUT_CHOICES;
    float odds[52], worth[ROLLOUT_CHOICES] = {0}, down = 0;
    odds_of(v, odds);
    for (int k = 0; k < ROLLOUT_HANDS; k++) {
        u64 theirs = likely_hand(v, odds);
        int stock[52], m = shuffled_rest(v->unseen & ~theirs, stock);
        if (best_left <= v->limit) down += knock_points(hand & ~(1ull << knock), best_left, theirs, v->terms, 1);
        for (int i = 0; i < n && !last; i++)
            worth[i] += playout(hand & ~(1ull << cards[i]), theirs, 1, cards[i], stock, m, at, v->terms);
    }
    int best = 0;
    for (int i = 1; i < n; i++) if (worth[i] > worth[best]) best = i;
    if (best_left <= v->limit && (last ? down > 0 : down >= worth[best] - 2 * ROLLOUT_HANDS)) { *knocks = 1; return knock; }
    (void)who;
    return cards[best];
}

static int rollout_takes(const Player *who, const Sight *v, int top) {
    u64 bit = 1ull << top;
    int after, before = deadwood(v->hand), card = best_throw(v->hand | bit, bit, &after), at[2] = {10, expected_knock(&v->habits)};
    if (after == 0) return 1;
    if (after >= before + 4) return 0;
    float odds[52], taking = 0, leaving = 0;
    odds_of(v, odds);
    for (int k = 0; k < ROLLOUT_HANDS; k++) {
        u64 theirs = likely_hand(v, odds), rest = (v->hand | bit) & ~(1ull << card);
        int stock[52], m = shuffled_rest(v->unseen & ~theirs, stock);
        taking += after <= v->limit ? knock_points(rest, after, theirs, v->terms, 1) : playout(rest, theirs, 1, card, stock, m, at, v->terms);
        leaving += playout(v->hand, theirs, 0, -1, stock, m, at, v->terms);
    }
    (void)who;
    return taking > leaving;
}
