/* Games of two players in C, every deal twice with the seats swapped.

   The master plays with its networks at its score; our other levels are copies of the modules in
   engine/players; the rest are yardsticks (yardsticks.h). */
#include "selfplay.c"

#define TARGET 100
static float prices[2][TARGET][TARGET][BINS]; /* of the networks and the fixed ones, by both scores */

enum { MASTER, FORMER, NOVICE, CASUAL, EXPERT, OPENSPIEL, MARJJ, EARLY, TONIC, SAMPLER, GOLD, SEARCHER };

static int melds_with(u64 hand, int top) { return deadwood(hand | 1ull << top) < deadwood(hand) + value_of[top]; }
static int left_with(u64 hand, int top) { int left; best_throw(hand | 1ull << top, 1ull << top, &left); return left; }

static int any_of(u64 cards) {
    int skip = below(__builtin_popcountll(cards));
    while (skip-- > 0) cards &= cards - 1;
    return __builtin_ctzll(cards);
}
static int dearest_of(u64 cards) {
    for (int i = 0; i < 52; i++) if (cards >> dearest[i] & 1) return dearest[i];
    return -1;
}

/* ---- novice and casual ----------------------------------------------------------------- */
/* Discards that cost the novice no meld; pairs are kept while there are other cards. */
static u64 novice_loose(u64 hand, u64 allowed) {
    Layout lay = {{{0}}, 0};
    find_layout(hand, deadwood(hand), &lay);
    u64 dead = hand & allowed, single = 0, least_cards = 0;
    for (int i = 0; i < lay.count; i++) dead &= ~lay.melds[i].mask;
    if (!dead) {
        int least = 1000;
        for (u64 r = hand & allowed; r; r &= r - 1) {
            int left = deadwood(hand & ~(r & -r));
            if (left < least) { least = left; least_cards = 0; }
            if (left == least) least_cards |= r & -r;
        }
        return least_cards;
    }
    for (u64 r = dead; r; r &= r - 1) if (!(same_rank[__builtin_ctzll(r)] & hand)) single |= r & -r;
    return single ? single : dead;
}
static int novice_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    if (melds_with(v->hand, top) && left_with(v->hand, top) < deadwood(v->hand)) return unit() < 0.9f;
    return v->turns <= 3 && same_rank[top] & v->hand && unit() < 0.08f;
}
static int novice_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 allowed = forbidden < 0 ? hand : hand & ~(1ull << forbidden);
    int left, card = best_throw(hand, hand & ~allowed, &left);
    *knocks = left <= v->limit && (left == 0 || (left <= 9 && unit() < 0.8f));
    if (*knocks) return card;
    u64 cards = novice_loose(hand, allowed);
    return unit() < 0.61f ? dearest_of(cards) : any_of(cards);
}

/* Discards that cost the casual player nearly the least. */
static u64 casual_alike(const Sight *v, u64 hand, u64 allowed) {
    float cost[52], least = 1e9f;
    u64 alike = 0;
    int early = v->turns <= 1 ? 11 : v->turns <= 6 ? 6 : 0;
    for (u64 r = hand & allowed; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        u64 beside = same_rank[c] | near_by[c];
        cost[c] = deadwood(hand & ~(1ull << c)) + (hand & beside ? early : 0) + (v->known & beside ? 4 : 0);
        if (cost[c] < least) least = cost[c];
    }
    for (u64 r = hand & allowed; r; r &= r - 1) if (cost[__builtin_ctzll(r)] <= least + 1) alike |= r & -r;
    return alike;
}
static int casual_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    int before = deadwood(v->hand), left = left_with(v->hand, top);
    if (left <= v->limit && left < before) return 1;
    if (!melds_with(v->hand, top) || left >= before) return 0;
    Layout lay = {{{0}}, 0};
    find_layout(v->hand, before, &lay);
    for (int i = 0; i < lay.count; i++) if (fits(&lay.melds[i]) >> top & 1) return unit() < 0.95f;
    return 1;
}
static int casual_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 allowed = forbidden < 0 ? hand : hand & ~(1ull << forbidden);
    int left, card = best_throw(hand, hand & ~allowed, &left);
    *knocks = left <= v->limit && (left <= 6 || !(__builtin_popcountll(v->known) > 3 && v->turns > 9));
    return *knocks ? card : any_of(casual_alike(v, hand, allowed));
}

/* ---- the expert, where the limit is 10 and runs go in a line ------------------------------ */
#define EXPERT_HANDS 40
#define KNOCK_HANDS 50

static float expected_left(u64 hand, const float *chance) {
    float sum = 0;
    for (int c = 0; c < 52; c++) if (chance[c] > 0) sum += chance[c] * after_discard(hand | 1ull << c);
    return sum;
}
static void stock_chances(const Sight *v, const u64 *hands, int count, float *chance) {
    float total = 0;
    for (int c = 0; c < 52; c++) {
        chance[c] = 0;
        if (!(v->unseen >> c & 1)) continue;
        int held = 0;
        for (int k = 0; k < count; k++) held += hands[k] >> c & 1;
        total += chance[c] = count ? 1 - (float)held / count : 1;
    }
    for (int c = 0; c < 52; c++) if (total > 0) chance[c] /= total;
}
static int expert_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    int before = deadwood(v->hand), left = left_with(v->hand, top);
    if (left == 0) return 1;
    if (!melds_with(v->hand, top)) return left <= v->limit && left < before;
    if (left <= v->limit && v->limit < before) return 1;
    float chance[52];
    stock_chances(v, 0, 0, chance);
    return left < before && left <= expected_left(v->hand, chance);
}
static int expert_discard(const Sight *v, u64 hand, int forbidden, const u64 *hands) {
    int cards[11], n = least_throws(hand, forbidden, 7, cards);
    float chance[52], best = -1e9f, hope = 2 - 0.8f * (v->turns < 10 ? v->turns : 10) / 10;
    stock_chances(v, hands, EXPERT_HANDS, chance);
    int chosen = cards[0];
    for (int i = 0; i < n; i++) {
        int c = cards[i], left = deadwood(hand & ~(1ull << c));
        u64 bit = 1ull << c;
        float helped = 0;
        for (int k = 0; k < EXPERT_HANDS; k++) {
            int before = deadwood(hands[k]), after;
            if (deadwood(hands[k] | bit) >= before + value_of[c]) continue;
            best_throw(hands[k] | bit, bit, &after);
            if (after < before) helped += before - after + 6 * (after <= v->limit && v->limit < before);
        }
        float score = hope * (left - expected_left(hand & ~bit, chance)) - left - 0.4f * helped / EXPERT_HANDS;
        if (score > best) { best = score; chosen = c; }
    }
    return chosen;
}
static int expert_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who;
    u64 hands[KNOCK_HANDS];
    int best_left, knock = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &best_left);
    *knocks = best_left == 0;
    if (*knocks) return knock;
    likely_hands(v, KNOCK_HANDS, hands);
    int chosen = expert_discard(v, hand, forbidden, hands);
    if (best_left > v->limit) return chosen;
    float now = 0, later[2] = {0, 0};
    for (int k = 0; k < KNOCK_HANDS; k++) {
        now += knock_points(hand & ~(1ull << knock), best_left, hands[k], v->terms, 1);
        for (int wait = 0; wait < 2 && !last; wait++) {
            int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock), at[2] = {wait ? 0 : v->limit, 10};
            later[wait] += playout(hand & ~(1ull << chosen), hands[k], 1, chosen, stock, m, at, v->terms);
        }
    }
    *knocks = now >= (later[0] > later[1] ? later[0] : later[1]) - (last ? 0 : 3 * KNOCK_HANDS);
    return *knocks ? knock : chosen;
}

#include "yardsticks.h"
#include "search.h"

static Player player_of(int who) {
    Player p = LEARNER;
    if (who == MASTER) return p;
    if (who == FORMER) { p.nets = fixed; return p; }
    p.kind = who + 10;
    switch (who) {
    case NOVICE: p.takes = novice_takes; p.throws = novice_throws; break;
    case CASUAL: p.takes = casual_takes; p.throws = casual_throws; break;
    case EXPERT: p.takes = expert_takes; p.throws = expert_throws; break;
    case OPENSPIEL: p.takes = simple_takes; p.throws = simple_throws; break;
    case MARJJ: p.takes = melding_takes; p.throws = marjj_throws; break;
    case EARLY: p.takes = melding_takes; p.throws = early_throws; break;
    case TONIC: p.takes = melding_takes; p.throws = tonic_throws; break;
    case GOLD: p.takes = gold_takes; p.throws = simple_throws; break;
    case SEARCHER: p.takes = searcher_takes; p.throws = searcher_throws; break;
    default: p.takes = sampler_takes; p.throws = sampler_throws;
    }
    return p;
}

static int met;
static Player that_one(void) { return player_of(met); }
void meet_only(int who) { met = who; only = that_one; }

static const int plays_by[] = {[MASTER] = 1, [FORMER] = 1, [SEARCHER] = 1}; /* networks and the score */

/* ---- games ----------------------------------------------------------------------------- */
static u64 mixed(u64 a, u64 b, u64 c) {
    u64 x = (a * 0x9E3779B97F4A7C15ull + b) * 0xBF58476D1CE4E5B9ull + c;
    x ^= x >> 31; x *= 0x94D049BB133111EBull; x ^= x >> 29;
    return x ? x : 1;
}

/* Plays pairs of games; of every pair the first player's games won, decided rounds won and lost,
   rounds, and points. target 0: one round each. */
void games(int first, int second, int pairs, u64 seed, int target, float *found) {
    static Trace traces[2];
    Terms terms = usual_terms();
    int names[2] = {first, second};
    stale[0] = stale[1] = 7; /* no rounding of games before: the same seed plays the same games */
    for (int pair = 0; pair < pairs; pair++, found += 5) {
        memset(found, 0, 5 * sizeof *found);
        for (int swapped = 0; swapped < 2; swapped++) {
            Habits habits[2];
            memset(habits, 0, sizeof habits);
            int score[2] = {0, 0};
            for (int round = 0; round < 200; round++) {
                int deck[52], at = (round + swapped) & 1; /* the side of the first player */
                rng_state = mixed(seed, pair, 2 * round);
                shuffled(deck);
                rng_state = mixed(seed, pair, 2 * (2 * round + swapped) + 1);
                Player p[2];
                Habits seen[2];
                for (int one = 0; one < 2; one++) {
                    int side = one ? 1 - at : at;
                    p[side] = player_of(names[one]);
                    if (target && plays_by[names[one]]) p[side].prices = prices[names[one] == FORMER][score[one]][score[1 - one]];
                    seen[side] = habits[one];
                }
                Ending e = play_round(deck, p, &terms, seen, traces);
                watch(&habits[0], &e, 1 - at, terms.limit, p[1 - at].lays_off);
                watch(&habits[1], &e, at, terms.limit, p[at].lays_off);
                int points = at ? -e.points : e.points;
                if (points > 0) { score[0] += points; found[1]++; }
                if (points < 0) { score[1] -= points; found[2]++; }
                found[3]++; found[4] += points;
                if (!target || score[0] >= target || score[1] >= target) break;
            }
            found[0] += score[0] == score[1] ? 0.25f : score[0] > score[1] ? 0.5f : 0;
        }
    }
}
void set_prices(int whose, const float *from) { memcpy(prices[whose], from, sizeof prices[0]); }
void set_samples(int count) { samples = count < MOST_SAMPLES ? count : MOST_SAMPLES; }

/* ---- for the tests ----------------------------------------------------------------------- */
/* What a level may do: discards as a set, or for a card on top whether it is ever taken. */
u64 may_throw(int level, const u64 *masks, const int *numbers, u64 hand, u64 allowed) {
    Sight v = sight_of(masks, numbers);
    return level == NOVICE ? novice_loose(hand, allowed) : casual_alike(&v, hand, allowed);
}
int wants(int level, const u64 *masks, const int *numbers, int top) {
    Sight v = sight_of(masks, numbers);
    Player p = player_of(level);
    for (int tries = 0; tries < (level == EXPERT ? 1 : 200); tries++) if (p.takes(&p, &v, top)) return 1;
    return 0;
}
