/* Positions played on to the end of the round, every choice on the same imagined deals (bench_rollouts.py).

   The player who decides is side 0. Its sight is given; the other's is what follows from it. */
#include "beliefs.c"

enum { DISCARD, KNOCK, TAKE, LEAVE };

/* What the other sees before this player acts. */
static Sight seen_before(const Sight *v, u64 mine, u64 theirs, u64 own_throws, int took) {
    Sight s = *v;
    s.hand = theirs; s.known = v->shown & mine; s.shown = v->known & theirs;
    s.unseen = (v->unseen | mine) & ~theirs & ~s.known;
    s.hidden = 10 - __builtin_popcountll(s.known);
    s.thrown = own_throws; s.refused = v->thrown & ~mine;
    s.last = s.before = -1; s.steps = s.rises = 0; s.took = took; s.top = -1;
    return s;
}

/* Points of one choice if the other holds these cards; deck: the stock, its next card at n. */
static int points_of(const Sight *v, u64 mine, int kind, int card, int took, u64 theirs, const int *deck, int n, int offer, const Player *players, const Terms *terms) {
    static Trace traces[2];
    u64 own_throws = ((1ull << 52) - 1) & ~(v->unseen | v->known | v->thrown | mine);
    u64 rest = mine & ~(1ull << card);
    if (kind == KNOCK) return knock_points(rest, deadwood(rest), theirs, terms, 1);
    Table table = {.at = n, .top = v->top, .offer = offer};
    table.v[0] = *v;
    table.v[1] = seen_before(v, mine, theirs, own_throws, took);
    traces[0].n = traces[1].n = 0;
    table.v[0].top = -1;
    if (kind == DISCARD) {
        if (!took && 52 - n <= 2) return 0;
        Sight *me = &table.v[0], *you = &table.v[1];
        me->hand = rest; me->shown &= rest;
        you->known &= ~(1ull << card); you->hidden = 10 - __builtin_popcountll(you->known);
        you->unseen &= ~(1ull << card); you->thrown |= 1ull << card; you->last = card; you->turns++;
        table.top = card; table.turn = 1; table.offer = 0;
    }
    return play_on(&table, deck, players, terms, traces, kind == TAKE ? 1 : kind == LEAVE ? 0 : -1).points;
}

/* The points of every choice on every imagined deal, deal by deal. whose: which players play on. around: what both
   have seen of each other, none for strangers. */
void played_on(const u64 *masks, const int *numbers, const int *terms_of, int offer, int took, int whose, int choices, const int *kinds, const int *cards, int deals, u64 seed, const Habits *around, float *found) {
    Terms terms = {terms_of[0], terms_of[1], terms_of[2], terms_of[3]};
    Sight v = sight_of(masks, numbers);
    Player players[2] = {player_of(whose), player_of(whose)};
    u64 *hands = malloc(deals * sizeof *hands);
    v.terms = &terms; v.own = v.turns;
    rng_state = mixed(seed, 1, 1);
    likely_hands(&v, deals, hands);
    if (around) v.habits = *around;
    for (int k = 0; k < deals; k++) {
        int stock[52], deck[52], m = shuffled_rest(v.unseen & ~hands[k], stock);
        for (int i = 0; i < m; i++) deck[52 - m + i] = stock[i];
        for (int i = 0; i < choices; i++) {
            rng_state = mixed(seed, 2, k);
            found[k * choices + i] = points_of(&v, v.hand, kinds[i], cards[i], took, hands[k], deck, 52 - m, offer, players, &terms);
        }
    }
    free(hands);
}
