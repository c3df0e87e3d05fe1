/* Players in the manner of published ones, written from their descriptions, to measure with.

   Nobody has learned from any of them. */

static int simple_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    return melds_with(v->hand, top) || left_with(v->hand, top) <= v->limit;
}
static int simple_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    int left, card = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &left);
    *knocks = left <= v->limit;
    return card;
}

/* The expert of arXiv 2607.06854: takes what lessens the deadwood, with or without a meld; discards and knocks
   by the same rule as OpenSpiel's bot. */
static int gold_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    return left_with(v->hand, top) < deadwood(v->hand);
}

static int melding_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    return melds_with(v->hand, top) && left_with(v->hand, top) < deadwood(v->hand);
}

/* How much a discard helps the other, by MARJJ's tables: less for every card around it that is gone or in
   the own hand, more for every one that the other took. */
static float help_of(const Sight *v, u64 hand, int c) {
    u64 took = v->known, gone = (hand | ~(v->known | v->unseen)) & ~took;
    int rank = c % 13, one[2], two[2], has_one[2], has_two[2];
    for (int up = 0; up < 2; up++) {
        int a = step_from(rank, up ? 1 : -1), b = step_from(rank, up ? 2 : -2), base = c - rank;
        one[up] = a < 0 || gone >> (base + a) & 1; has_one[up] = a >= 0 && took >> (base + a) & 1;
        two[up] = b < 0 || gone >> (base + b) & 1; has_two[up] = b >= 0 && took >> (base + b) & 1;
    }
    float help = 0;
    if ((one[1] && (one[0] || two[0])) || (one[0] && two[1])) help -= 10;
    else help -= 5.0f * (one[0] + one[1]) + 3.0f * (two[0] + two[1]);
    if ((has_one[1] && (has_one[0] || has_two[0])) || (has_one[0] && has_two[1])) help += 20;
    else help += 5.0f * (has_one[0] + has_one[1]) + 3.0f * (has_two[0] + has_two[1]);
    int mates_gone = __builtin_popcountll(same_rank[c] & gone), mates = __builtin_popcountll(same_rank[c] & took);
    help += mates_gone >= 2 ? -10 : mates_gone == 1 ? -4 : 0;
    return help + (mates >= 2 ? 20 : mates_gone == 0 ? 4 : 0);
}

/* In the manner of MARJJ (v5): of the dearest loose cards the one that leaves least, now and, with a weight
   that falls by a tenth a turn, after the seven best draws, and helps the other least; knocks with whatever it
   may in its first three turns, later only with gin. */
static int marjj_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 allowed = forbidden < 0 ? hand : hand & ~(1ull << forbidden), cards = loose_of(hand) & allowed;
    int left, least = 1000, card = best_throw(hand, hand & ~allowed, &left);
    *knocks = left == 0 || (v->own <= 3 && left <= v->limit);
    if (*knocks) return card;
    if (cards) {
        int most = value_of[dearest_of(cards)];
        for (u64 r = cards; r; r &= r - 1) if (value_of[__builtin_ctzll(r)] < most - 5) cards &= ~(r & -r);
    } else cards = allowed;
    for (u64 r = cards; r; r &= r - 1) { int now = deadwood(hand & ~(r & -r)); if (now < least) least = now; }
    float best = 1e9f, weight = 18 * powf(0.9f, (float)(v->own - 1));
    for (u64 r = cards; r; r &= r - 1) {
        int c = __builtin_ctzll(r), now = deadwood(hand & ~(1ull << c));
        if (now > least + 5) continue;
        float score = now + weight * best_draws(hand & ~(1ull << c), v->unseen | v->known, 7) + help_of(v, hand, c) + 0.01f * unit();
        if (score < best) { best = score; card = c; }
    }
    return card;
}

/* Discards like the expert, draws and knocks like MARJJ: a stronger player of that kind. */
static int early_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 hands[EXPERT_HANDS];
    int left, card = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &left);
    *knocks = left == 0 || (v->own <= 3 && left <= v->limit);
    if (*knocks) return card;
    likely_hands(v, EXPERT_HANDS, hands);
    return expert_discard(v, hand, forbidden, hands);
}

static void keep_if(u64 *cards, u64 wanted) { if (*cards & wanted) *cards &= wanted; }

/* In the manner of GinRummyAndTonic: of the discards within two points of the best those that the
   other can least use, by one sieve after another; knocks with little in its first two turns, later only
   with gin, which is what its table came to. */
static int tonic_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 allowed = forbidden < 0 ? hand : hand & ~(1ull << forbidden), cards = 0, melded = 0, dead[4] = {0}, fed[2] = {0}, near_left[2] = {0}, alone = 0;
    int left, card = best_throw(hand, hand & ~allowed, &left);
    *knocks = left == 0 || (v->own <= 2 && left <= 4 && left <= v->limit);
    if (*knocks) return card;
    for (u64 r = allowed; r; r &= r - 1) if (deadwood(hand & ~(r & -r)) <= left + 2) cards |= r & -r;
    keep_if(&cards, loose_of(hand));
    u64 could = v->known | v->unseen, gone = v->thrown | v->refused;
    for (u64 r = cards; r; r &= r - 1) {
        int c = __builtin_ctzll(r), uses = __builtin_popcountll(same_rank[c] & could) >= 2;
        for (int w = 0; w < 3; w++) uses += windows[c][w] && (could & windows[c][w]) == windows[c][w];
        u64 bit = 1ull << c;
        if (!meets(v->known, c)) melded |= bit;
        dead[uses < 3 ? uses : 3] |= bit;
        if (!((same_rank[c] | near_by[c]) & v->known)) fed[0] |= bit;
        if (!(far_by[c] & v->known)) fed[1] |= bit;
        if ((same_rank[c] | near_by[c]) & gone) near_left[0] |= bit;
        if (far_by[c] & gone) near_left[1] |= bit;
        if (!((same_rank[c] | near_by[c] | far_by[c]) & hand)) alone |= bit;
    }
    keep_if(&cards, melded);
    for (int uses = 0; uses < 4; uses++) if (cards & dead[uses]) { cards &= dead[uses]; break; }
    keep_if(&cards, fed[0]); keep_if(&cards, fed[1]);
    keep_if(&cards, near_left[0]); keep_if(&cards, near_left[1]);
    keep_if(&cards, alone);
    return any_of(cards);
}

/* A plain Monte Carlo player with inference and adaptation: hands by the learned beliefs, choices played out
   by players who keep partners, knocks expected as they were seen. It begins with the expert's discard and
   prefers another one if the rounds played out say so by more than their standard error. */
#define MOST_SAMPLES 1024
#define KEENNESS 3   /* points that a partner is worth in rounds played out */
#define KNOCK_AT_ONCE 2 /* points by which playing on has to be better than a knock */
static int samples = 128;

static int sampler_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who;
    int best_left, knock = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &best_left), may = best_left <= v->limit;
    *knocks = best_left == 0;
    if (*knocks) return knock;
    u64 hands[MOST_SAMPLES];
    likely_hands(v, samples < EXPERT_HANDS ? EXPERT_HANDS : samples, hands);
    int first = expert_discard(v, hand, forbidden, hands), cards[11], n = 0;
    for (u64 r = hand & ~(1ull << first); r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (c != forbidden && deadwood(hand & ~(r & -r)) <= best_left + 12) cards[n++] = c;
    }
    int theirs = expected_knock(&v->habits), at[2] = {10, theirs}, waiting[2] = {0, theirs}, out[11] = {0};
    float gains[11] = {0}, squares[11] = {0}, later = 0, wait = 0, now = 0;
    for (int k = 0, next = samples / 8; k < samples; k++) {
        int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock);
        if (may) now += knock_points(hand & ~(1ull << knock), best_left, hands[k], v->terms, 1);
        if (last) continue;
        int points = keen_playout(hand & ~(1ull << first), hands[k], 1, first, stock, m, at, KEENNESS, v->terms);
        later += points;
        if (may) wait += keen_playout(hand & ~(1ull << first), hands[k], 1, first, stock, m, waiting, KEENNESS, v->terms);
        for (int i = 0; i < n; i++) {
            if (out[i]) continue;
            float gain = keen_playout(hand & ~(1ull << cards[i]), hands[k], 1, cards[i], stock, m, at, KEENNESS, v->terms) - points;
            gains[i] += gain; squares[i] += gain * gain;
        }
        if (k + 1 != next) continue;
        for (int i = 0; i < n; i++) if (gains[i] < 0 && gains[i] * gains[i] > squares[i]) out[i] = 1;
        next *= 2;
    }
    float most = 0;
    int chosen = first;
    for (int i = 0; i < n; i++) if (!out[i] && gains[i] > most && gains[i] * gains[i] > squares[i]) { chosen = cards[i]; most = gains[i]; }
    later += most;
    if (may && wait > later) later = wait;
    *knocks = may && (last ? now > 0 : now >= later - KNOCK_AT_ONCE * samples);
    return *knocks ? knock : chosen;
}
static int sampler_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    u64 bit = 1ull << top, hands[MOST_SAMPLES];
    int after, card = best_throw(v->hand | bit, bit, &after), at[2] = {10, expected_knock(&v->habits)};
    if (after == 0) return 1;
    if (after >= deadwood(v->hand) + 3) return 0;
    likely_hands(v, samples, hands);
    float gain = 0;
    u64 rest = (v->hand | bit) & ~(1ull << card);
    for (int k = 0; k < samples; k++) {
        int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock);
        gain += after <= v->limit ? knock_points(rest, after, hands[k], v->terms, 1) : keen_playout(rest, hands[k], 1, card, stock, m, at, KEENNESS, v->terms);
        gain -= keen_playout(v->hand, hands[k], 0, -1, stock, m, at, KEENNESS, v->terms);
    }
    return gain > 0;
}
