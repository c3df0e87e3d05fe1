/* The master with a search: at discards and knocks it imagines hands of the opponent, lets the
   master answer each choice with that hand, and asks the network what its own next turn is worth.

   Every choice meets the same hands and the same cards of the stock. */

#define MOST_SEARCHED 4

/* hands: how many are imagined, none: no search. margin: points up to which a choice is close to the
   best. weight: how much the search counts beside the network. draws: the opponent's draws before
   which it does not search. when: 1 among discards, 2 whether to knock, 3 both. */
static struct { int hands; float margin, weight; int draws, when; } searching = {24, 1.5f, 0.25f, 2, 1};

/* Deadwood above the least up to which an imagined turn considers a discard. */
#define NARROW 10

/* Whether an imagined turn thinks of taking the card: it melds or allows a knock. */
static int is_useful(const Sight *v, int card) {
    return melds_with(v->hand, card) || left_with(v->hand, card) <= v->limit;
}

static float price_of(const Player *who, int points) {
    return who->prices ? who->prices[bin_of(points)] : (float)points;
}

/* What the opponent sees who holds these cards, after the searcher has thrown. */
static Sight seen_by(const Sight *v, u64 mine, u64 theirs, int thrown, int took, u64 own_throws) {
    Sight s = *v;
    s.hand = theirs; s.known = v->shown & mine; s.shown = v->known & theirs;
    s.unseen = (v->unseen | mine) & ~theirs & ~s.known;
    s.hidden = 10 - __builtin_popcountll(s.known);
    s.thrown = own_throws | 1ull << thrown; s.refused = v->thrown & ~mine;
    s.last = thrown; s.before = -1; s.steps = s.rises = 0; s.took = took; s.turns = v->turns + 1; s.top = -1;
    memset(&s.habits, 0, sizeof s.habits);
    return s;
}

/* The worth of the searcher's turn after the opponent has thrown a card on the pile, or drawn. */
static float own_turn(const Player *who, const Sight *v, u64 mine, int thrown, int top, int took) {
    Sight s = *v;
    s.hand = mine; s.shown = v->shown & mine; s.top = -1; s.took = took;
    s.stock = v->stock - !took; s.turns = v->turns + 1;
    s.unseen &= ~(1ull << top); s.thrown |= 1ull << top;
    if (took) { s.known |= 1ull << thrown; } else s.refused |= 1ull << thrown;
    s.known &= ~(1ull << top); s.hidden = 10 - __builtin_popcountll(s.known);
    if (v->last >= 0) { s.steps++; s.rises += value_of[top] > value_of[v->last]; }
    s.before = v->last; s.last = top;
    Pass pass;
    float leave = value(who->nets, 1, &s, &pass, who->prices), take;
    int knocks;
    if (!is_useful(&s, top)) return leave;
    s.shown |= 1ull << top;
    throw_card(who, &s, mine | 1ull << top, top, 0, &knocks, &pass, &take);
    return take > leave ? take : leave;
}

/* The worth of a discard if the opponent holds these cards and draws this one. */
static float answered(const Player *who, const Sight *v, u64 mine, int thrown, u64 theirs, int next, int took_before, u64 own_throws) {
    Player master = LEARNER;
    master.nets = who->nets; master.narrow = NARROW;
    Sight you = seen_by(v, mine, theirs, thrown, took_before, own_throws);
    Pass pass;
    float taken;
    int knocks = 0, took = 0, card = -1;
    u64 hand = theirs | 1ull << thrown;
    if (is_useful(&you, thrown)) {
        card = throw_card(&master, &you, hand, thrown, 0, &knocks, &pass, &taken);
        took = taken >= value(master.nets, 1, &you, &pass, 0);
    }
    if (!took) {
        hand = theirs | 1ull << next;
        if (!deadwood(hand)) return price_of(who, -(v->terms->gin + 6 + deadwood(mine)));
        you.unseen &= ~(1ull << next); you.stock--;
        int last = you.stock <= 2;
        card = throw_card(&master, &you, hand, -1, last, &knocks, &pass, &taken);
        if (last && !knocks) return 0;
    }
    hand &= ~(1ull << card);
    if (knocks) return price_of(who, -knock_points(hand, deadwood(hand), mine, v->terms, 1));
    return own_turn(who, v, mine, thrown, card, took);
}

static int master_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks, float *worths, int *cards, int *n, float *knock_worth, int *knock_card) {
    Player master = LEARNER;
    master.nets = who->nets; master.prices = who->prices;
    int best_left = 1000, left[52];
    Pass pass;
    float worth;
    Sight s = *v;
    int chosen = throw_card(&master, &s, hand, forbidden, last, knocks, &pass, &worth);
    *n = 0; *knock_card = -1;
    if (last) return chosen;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        left[c] = deadwood(hand & ~(1ull << c));
        if (c == forbidden) continue;
        if (left[c] < best_left || (left[c] == best_left && value_of[c] > value_of[*knock_card])) { best_left = left[c]; *knock_card = c; }
    }
    if (best_left > v->limit) *knock_card = -1;
    if (best_left == 0) return chosen;
    for (u64 r = hand; r; r &= r - 1) {
        int c = __builtin_ctzll(r);
        if (c == forbidden || left[c] > best_left + WIDE) continue;
        s = *v; s.hand = hand & ~(1ull << c); s.top = c; s.shown = v->shown & s.hand;
        float found = value(master.nets, 0, &s, &pass, master.prices);
        int to = *n < MOST_SEARCHED ? (*n)++ : found > worths[MOST_SEARCHED - 1] ? MOST_SEARCHED - 1 : -1;
        if (to < 0) continue;
        for (; to > 0 && worths[to - 1] < found; to--) { worths[to] = worths[to - 1]; cards[to] = cards[to - 1]; }
        worths[to] = found; cards[to] = c;
    }
    if (*knock_card >= 0) { s = *v; s.hand = hand & ~(1ull << *knock_card); s.top = -1; *knock_worth = value(master.nets, 2, &s, &pass, master.prices); }
    return chosen;
}

static int searcher_throws(const Player *who, const Sight *v, u64 hand, int forbidden, int last, int *knocks) {
    float worths[MOST_SEARCHED], knock_worth = -1e9f, sums[MOST_SEARCHED] = {0}, now = 0;
    int cards[MOST_SEARCHED], n, knock;
    int chosen = master_throws(who, v, hand, forbidden, last, knocks, worths, cards, &n, &knock_worth, &knock);
    if (!n || v->turns < searching.draws || !searching.hands) return chosen;
    float best = knock >= 0 && knock_worth > worths[0] ? knock_worth : worths[0];
    int may_knock = knock >= 0 && knock_worth > best - searching.margin && searching.when & 2;
    if (*knocks && !may_knock) return chosen;
    int close = 0;
    while (close < n && worths[close] > best - searching.margin) close++;
    if (!(searching.when & 1)) close = may_knock && close > 0 ? 1 : 0;
    if (close + may_knock < 2) return chosen;
    u64 hands[256], seen = v->unseen | v->known | v->thrown | hand, own_throws = ((1ull << 52) - 1) & ~seen;
    likely_hands(v, searching.hands, hands);
    Player master = LEARNER;
    master.nets = who->nets; master.prices = who->prices; master.narrow = NARROW;
    for (int k = 0; k < searching.hands; k++) {
        int next = any_of(v->unseen & ~hands[k]);
        if (may_knock) {
            u64 rest = hand & ~(1ull << knock);
            now += price_of(who, knock_points(rest, deadwood(rest), hands[k], v->terms, 1));
        }
        for (int i = 0; i < close; i++) sums[i] += answered(&master, v, hand & ~(1ull << cards[i]), cards[i], hands[k], next, forbidden >= 0, own_throws);
    }
    float most = -1e9f;
    *knocks = 0;
    for (int i = 0; i < close; i++) {
        float worth = worths[i] + searching.weight * (sums[i] / searching.hands - worths[i]);
        if (worth > most) { most = worth; chosen = cards[i]; }
    }
    if (may_knock && knock_worth + searching.weight * (now / searching.hands - knock_worth) >= most) { *knocks = 1; return knock; }
    return chosen;
}

/* Takes as the master does. */
static int searcher_takes(const Player *who, const Sight *v, int top) {
    Player master = LEARNER;
    master.nets = who->nets; master.prices = who->prices;
    Sight s = *v;
    Pass pass;
    float taken;
    int knocks, passes = !v->turns && !v->thrown && v->refused >> top & 1;
    s.shown |= 1ull << top;
    throw_card(&master, &s, v->hand | 1ull << top, top, 0, &knocks, &pass, &taken);
    s = *v; s.top = -1;
    return taken >= value(master.nets, passes ? 0 : 1, &s, &pass, master.prices);
}
void set_search(int hands, float margin, float weight, int draws, int when) {
    searching.hands = hands < 256 ? hands : 256; searching.margin = margin; searching.weight = weight;
    searching.draws = draws; searching.when = when;
}

/* For the test: the mean worth of a discard over these hands and cards of the stock. */
float worth_of(const u64 *masks, const int *numbers, u64 hand, int card, int took, int count, const u64 *hands, const int *following) {
    Sight v = sight_of(masks, numbers);
    Terms terms = {v.limit, v.gin, v.undercut, 0};
    v.terms = &terms;
    Player master = LEARNER;
    master.narrow = NARROW;
    u64 own_throws = ((1ull << 52) - 1) & ~(v.unseen | v.known | v.thrown | hand);
    float sum = 0;
    for (int k = 0; k < count; k++) sum += answered(&master, &v, hand & ~(1ull << card), card, hands[k], following[k], took, own_throws);
    return sum / (float)count;
}
