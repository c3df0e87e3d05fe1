/* Rounds played to their end by quick players, who look no draw ahead. */

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

/* The discard of somebody who keeps cards that have partners in the hand. keen: the points that one of
   the same rank or beside it is worth; one further away is worth half. */
static int keen_throw(u64 m, u64 kept, float keen, int *left) {
    int least = 1000, after[52], order[11], n = 0;
    for (u64 r = m & ~kept; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        after[c] = deadwood(m & ~(1ull << c));
        order[n++] = c;
        if (after[c] < least) least = after[c];
    }
    float best = 1e9f;
    int card = -1;
    for (int i = 0; i < n; i++) {
        int c = order[i];
        if (after[c] > least + 10) continue;
        int close = __builtin_popcountll((same_rank[c] | near_by[c]) & m), far = __builtin_popcountll(far_by[c] & m);
        float score = after[c] + keen * (close + 0.5f * far);
        if (score < best) { best = score; card = c; }
    }
    *left = after[card];
    return card;
}
/* Points of side 0 as in playout, between players who keep partners, the less the longer it goes on. */
static int keen_playout(u64 first, u64 second, int turn, int top, const int *stock, int n, const int *at, float keenness, const Terms *terms) {
    u64 hands[2] = {first, second};
    int left[2] = {deadwood(first), deadwood(second)};
    for (int moves = 0; moves < 80; moves++) {
        u64 mine = hands[turn], hand = 0;
        int took = 0, after = 1000, least = 1000, card = -1, out = -1, knocks = at[turn] < terms->limit ? at[turn] : terms->limit;
        float keen = moves < 10 ? keenness * (1 - 0.1f * moves) : 0;
        if (top >= 0) {
            u64 bit = 1ull << top;
            int melds = meets(mine, top) && deadwood(mine | bit) < left[turn] + value_of[top];
            if (melds || left[turn] - 10 + value_of[top] <= knocks) {
                hand = mine | bit;
                out = best_throw(hand, bit, &least);
                took = least <= knocks || (melds && least < left[turn]);
                if (took) card = keen_throw(hand, bit, keen, &after);
            }
        }
        if (!took) {
            hand = mine | 1ull << stock[--n];
            out = best_throw(hand, 0, &least);
            card = keen_throw(hand, 0, keen, &after);
        }
        if (least <= knocks) {
            int points = knock_points(hand & ~(1ull << out), least, hands[1 - turn], terms, 1);
            return turn ? -points : points;
        }
        hands[turn] = hand & ~(1ull << card);
        left[turn] = after;
        if (!took && n <= 2) return 0;
        top = card;
        turn ^= 1;
    }
    return 0;
}
