/* Games of two players in C, every deal twice with the seats swapped.

   The master plays with its networks at its score; our other levels are copies of the modules in
   engine/players; the rest are yardsticks in the manner of published players, written from their
   descriptions. Nobody has learned from any of these yardsticks. */
#include "selfplay.c"
#include "walks.h"

#define TARGET 100
static float prices[2][TARGET][TARGET][BINS]; /* of the networks and the fixed ones, by both scores */
static int samples = 128;

enum { MASTER, FORMER, NOVICE, CASUAL, EXPERT, OPENSPIEL, MARJJ, EARLY, TONIC, SAMPLER, SEARCHER };

static int melds_with(u64 hand, int top) { return deadwood(hand | 1ull << top) < deadwood(hand) + value_of[top]; }
static int left_with(u64 hand, int top) { int left; best_throw(hand | 1ull << top, 1ull << top, &left); return left; }

static u64 loose_of(u64 hand) {
    int all = deadwood(hand);
    u64 found = 0;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (deadwood(hand & ~(1ull << c)) == all - value_of[c]) found |= 1ull << c;
    }
    return found;
}
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

/* The learned odds of hands, once there are any (beliefs.c). */
static void (*learned)(const Sight *v, float *odds, float *curve);

static void constant_hands(const Sight *v, int count, u64 *hands) {
    float odds[52], curve[MOST_LEFT], rate = 0.02f + 0.015f * v->turns;
    plain_odds(v, odds);
    straight_curve(!v->turns ? 0 : rate < 0.12f ? rate : 0.12f, curve);
    imagine(v, odds, curve, count, 60, 20, hands);
}
static void expert_hands(const Sight *v, int count, u64 *hands) {
    float odds[52], curve[MOST_LEFT];
    if (!learned) { constant_hands(v, count, hands); return; }
    learned(v, odds, curve);
    imagine(v, odds, curve, count, 300, 20, hands);
}
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
    int left[52], cards[11], n = 0;
    for (int i = 0; i < 52; i++) {
        int c = dearest[i];
        if (!(hand >> c & 1) || c == forbidden) continue;
        left[c] = deadwood(hand & ~(1ull << c));
        int to = n++;
        for (; to > 0 && left[cards[to - 1]] > left[c]; to--) cards[to] = cards[to - 1];
        cards[to] = c;
    }
    if (n > 7) n = 7;
    float chance[52], best = -1e9f, hope = 2 - 0.8f * (v->turns < 10 ? v->turns : 10) / 10;
    stock_chances(v, hands, EXPERT_HANDS, chance);
    int chosen = cards[0];
    for (int i = 0; i < n; i++) {
        int c = cards[i];
        u64 bit = 1ull << c;
        float helped = 0;
        for (int k = 0; k < EXPERT_HANDS; k++) {
            int before = deadwood(hands[k]), after;
            if (deadwood(hands[k] | bit) >= before + value_of[c]) continue;
            best_throw(hands[k] | bit, bit, &after);
            if (after < before) helped += before - after + 6 * (after <= v->limit && v->limit < before);
        }
        float score = hope * (left[c] - expected_left(hand & ~bit, chance)) - left[c] - 0.4f * helped / EXPERT_HANDS;
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
    expert_hands(v, KNOCK_HANDS, hands);
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

/* ---- yardsticks ------------------------------------------------------------------------ */
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

static int melding_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    return melds_with(v->hand, top) && left_with(v->hand, top) < deadwood(v->hand);
}

/* How much a discard helps: sure and possible melds with cards that the other is known to hold. */
static float help_of(const Sight *v, int c) {
    u64 could = v->known | v->unseen;
    int mates = __builtin_popcountll(same_rank[c] & v->known), open_mates = __builtin_popcountll(same_rank[c] & could), open_runs = 0, sure = 0;
    for (int w = 0; w < 3; w++) {
        u64 pair = windows[c][w];
        open_runs += pair && (could & pair) == pair;
        sure |= pair && (v->known & pair) == pair;
    }
    float help = 4.0f * mates + 5.0f * __builtin_popcountll(near_by[c] & v->known) + 3.0f * __builtin_popcountll(far_by[c] & v->known);
    if (mates >= 2) help += 16;
    if (sure) help += 16;
    if (open_mates < 2) help -= 10; else help -= 4.0f * (3 - open_mates);
    if (!open_runs) help -= 10; else help -= 3.0f * (3 - open_runs);
    return help;
}

/* In the manner of MARJJ: of the dearest loose cards the one that is worth least to both; knocks
   with whatever it may in its first three turns, later only with gin. */
static int marjj_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 allowed = forbidden < 0 ? hand : hand & ~(1ull << forbidden), cards = loose_of(hand) & allowed;
    int left, card = best_throw(hand, hand & ~allowed, &left);
    *knocks = left == 0 || (v->turns < 4 && left <= v->limit);
    if (*knocks || !cards) return card;
    int most = value_of[dearest_of(cards)];
    float chance[52], best = 1e9f;
    stock_chances(v, 0, 0, chance);
    for (u64 r = cards; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (value_of[c] < most - 5) continue;
        u64 rest = hand & ~(1ull << c);
        int now = deadwood(rest), draws = 6 - v->turns / 2;
        float fall = now - expected_left(rest, chance);
        float score = now - (draws > 2 ? draws : 2) * fall + 0.6f * help_of(v, c) + 0.01f * unit();
        if (score < best) { best = score; card = c; }
    }
    return card;
}

/* Discards like the expert, draws and knocks like MARJJ: a stronger player of that kind. */
static int early_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 hands[EXPERT_HANDS];
    int left, card = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &left);
    *knocks = left == 0 || (v->turns < 4 && left <= v->limit);
    if (*knocks) return card;
    expert_hands(v, EXPERT_HANDS, hands);
    return expert_discard(v, hand, forbidden, hands);
}

static void keep_if(u64 *cards, u64 wanted) { if (*cards & wanted) *cards &= wanted; }

/* In the manner of GinRummyAndTonic: of the discards within two points of the best those that the
   other can least use, by one sieve after another. */
static int tonic_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who; (void)last;
    u64 allowed = forbidden < 0 ? hand : hand & ~(1ull << forbidden), cards = 0, melded = 0, dead[4] = {0}, fed[2] = {0}, near_left[2] = {0}, alone = 0;
    int left, card = best_throw(hand, hand & ~allowed, &left);
    *knocks = left <= (v->turns < 6 ? v->limit : v->limit / 2);
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
static int keen_playout(u64 first, u64 second, int turn, int top, const int *stock, int n, const int *at, const Terms *terms) {
    u64 hands[2] = {first, second};
    int left[2] = {deadwood(first), deadwood(second)};
    for (int moves = 0; moves < 80; moves++) {
        u64 mine = hands[turn], hand = 0;
        int took = 0, after = 1000, least = 1000, card = -1, out = -1, knocks = at[turn] < terms->limit ? at[turn] : terms->limit;
        float keen = moves < 10 ? 3 - 0.3f * moves : 0;
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

/* A plain Monte Carlo player with inference and adaptation: hands by the walk, better ones of
   somebody who was caught with little; choices are played out by players who keep partners, and half
   of them are dropped after every doubling. */
static int sampler_hands(const Sight *v, u64 *hands) {
    float odds[52], curve[MOST_LEFT], rate = 0.03f + 0.02f * v->turns;
    const Habits *h = &v->habits;
    if (h->caught) rate *= h->rest / h->caught < 15 ? 1.5f : h->rest / h->caught > 30 ? 0.7f : 1;
    plain_odds(v, odds);
    straight_curve(rate < 0.25f ? rate : 0.25f, curve);
    imagine(v, odds, curve, samples, 60, 12, hands);
    if (h->rounds < 2 || h->knocks + h->gins == 0) return 10;
    if (h->gins > 2 * h->knocks) return 0;
    return h->waited * 3 > h->rounds ? 4 : 10;
}
#define MOST_SAMPLES 1024
static int sampler_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    (void)who;
    int cards[11], left[11], n = 0, best_left, knock = best_throw(hand, forbidden < 0 ? 0 : 1ull << forbidden, &best_left);
    *knocks = best_left == 0;
    if (*knocks) return knock;
    for (int i = 0; i < 52; i++) {
        int c = dearest[i];
        if (!(hand >> c & 1) || c == forbidden) continue;
        int after = deadwood(hand & ~(1ull << c)), to = n;
        if (after > best_left + 12) continue;
        for (n++; to > 0 && left[to - 1] > after; to--) { cards[to] = cards[to - 1]; left[to] = left[to - 1]; }
        cards[to] = c; left[to] = after;
    }
    u64 hands[MOST_SAMPLES];
    int theirs = sampler_hands(v, hands), at[2] = {10, theirs}, waiting[2] = {0, theirs}, alive = n, may = best_left <= v->limit;
    float sums[11] = {0}, wait = 0, now = 0;
    for (int k = 0, next = samples / 8; k < samples; k++) {
        int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock);
        if (may) now += knock_points(hand & ~(1ull << knock), best_left, hands[k], v->terms, 1);
        if (last) continue;
        for (int i = 0; i < alive; i++) sums[i] += keen_playout(hand & ~(1ull << cards[i]), hands[k], 1, cards[i], stock, m, at, v->terms);
        if (may) wait += keen_playout(hand & ~(1ull << cards[0]), hands[k], 1, cards[0], stock, m, waiting, v->terms);
        if (k + 1 == next && alive > 2) {
            for (int i = 1; i < alive; i++)
                for (int to = i; to > 0 && sums[to] > sums[to - 1]; to--) {
                    float x = sums[to]; sums[to] = sums[to - 1]; sums[to - 1] = x;
                    int c = cards[to]; cards[to] = cards[to - 1]; cards[to - 1] = c;
                }
            alive = (alive + 1) / 2;
            next *= 2;
        }
    }
    int best = 0;
    for (int i = 1; i < alive; i++) if (sums[i] > sums[best]) best = i;
    float later = sums[best] > wait || !may ? sums[best] : wait;
    *knocks = may && (last ? now > 0 : now >= later);
    return *knocks ? knock : cards[best];
}
static int sampler_takes(const Player *who, const Sight *v, int top) {
    (void)who;
    u64 bit = 1ull << top, hands[MOST_SAMPLES];
    int after, card = best_throw(v->hand | bit, bit, &after), at[2];
    if (after == 0) return 1;
    if (after >= deadwood(v->hand) + 3) return 0;
    at[0] = 10; at[1] = sampler_hands(v, hands);
    float gain = 0;
    u64 rest = (v->hand | bit) & ~(1ull << card);
    for (int k = 0; k < samples; k++) {
        int stock[52], m = shuffled_rest(v->unseen & ~hands[k], stock);
        gain += after <= v->limit ? knock_points(rest, after, hands[k], v->terms, 1) : keen_playout(rest, hands[k], 1, card, stock, m, at, v->terms);
        gain -= keen_playout(v->hand, hands[k], 0, -1, stock, m, at, v->terms);
    }
    return gain > 0;
}

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
