BEGIN TRANSACTION;
CREATE TABLE achievements (
	user_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	at_ms INTEGER NOT NULL, 
	match_id INTEGER, 
	told INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_achievements PRIMARY KEY (user_id, name)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "achievements" VALUES(11,'first_match',1800000000000,1002,0);
INSERT INTO "achievements" VALUES(11,'first_win',1800000000000,1002,0);
INSERT INTO "achievements" VALUES(11,'undercut',1800000000000,1002,0);
INSERT INTO "achievements" VALUES(12,'first_match',1800000000000,1002,0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0014');
CREATE TABLE answers (
	interaction_id INTEGER NOT NULL, 
	command TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (interaction_id, command)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "answers" VALUES(-1573836270526992247,'grace','0');
INSERT INTO "answers" VALUES(1001,'open','["LobbyOpened", 1001]');
INSERT INTO "answers" VALUES(1002,'join:1001','["Started", 1002, 1001]');
INSERT INTO "answers" VALUES(1173,'open','["LobbyOpened", 1173]');
INSERT INTO "answers" VALUES(1174,'join:1173','["Started", 1174, 1173]');
INSERT INTO "answers" VALUES(1201,'open','["LobbyOpened", 1201]');
INSERT INTO "answers" VALUES(1202,'note','sent');
CREATE TABLE attendance (
	user_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	abandoned INTEGER NOT NULL, 
	at_ms INTEGER NOT NULL, 
	CONSTRAINT pk_attendance PRIMARY KEY (user_id, match_id), 
	CONSTRAINT fk_attendance_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "attendance" VALUES(11,1002,0,1800000000000);
INSERT INTO "attendance" VALUES(12,1002,0,1800000000000);
CREATE TABLE audit (
	interaction_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	actor_id INTEGER NOT NULL, 
	deed TEXT NOT NULL, 
	subject_id INTEGER, 
	detail TEXT NOT NULL, 
	at_ms INTEGER NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (interaction_id)
)
 STRICT

;
CREATE TABLE bans (
	guild_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	until_ms INTEGER, 
	reason TEXT NOT NULL, 
	banned_by INTEGER NOT NULL, 
	since_ms INTEGER NOT NULL, 
	CONSTRAINT pk_bans PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE blocks (
	user_id INTEGER NOT NULL, 
	blocked_id INTEGER NOT NULL, 
	since_ms INTEGER NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (user_id, blocked_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE coins (
	user_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	amount INTEGER NOT NULL, 
	balance INTEGER NOT NULL, 
	at_ms INTEGER NOT NULL, 
	CONSTRAINT pk_coins PRIMARY KEY (user_id, seq), 
	CONSTRAINT uq_coins_user_id_reason UNIQUE (user_id, reason), 
	CONSTRAINT ck_coins_ck_coins_balance CHECK (balance >= 0), 
	CONSTRAINT ck_coins_ck_coins_amount CHECK (amount <> 0), 
	CONSTRAINT ck_coins_ck_coins_first CHECK (seq > 1 OR balance = amount)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "coins" VALUES(11,1,'achievement:first_match',10,10,1800000000000);
INSERT INTO "coins" VALUES(11,2,'achievement:first_win',10,20,1800000000000);
INSERT INTO "coins" VALUES(11,3,'achievement:undercut',10,30,1800000000000);
INSERT INTO "coins" VALUES(12,1,'achievement:first_match',10,10,1800000000000);
CREATE TABLE daily_days (
	day INTEGER NOT NULL, 
	anchor TEXT NOT NULL, 
	par INTEGER, 
	puzzle TEXT, 
	made_ms INTEGER NOT NULL, 
	revealed_ms INTEGER, 
	CONSTRAINT pk_daily_days PRIMARY KEY (day)
)
 STRICT

;
CREATE TABLE daily_tries (
	day INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	points INTEGER, 
	streak INTEGER DEFAULT 0 NOT NULL, 
	ended_ms INTEGER, 
	CONSTRAINT pk_daily_tries PRIMARY KEY (day, user_id), 
	CONSTRAINT fk_daily_tries_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE friends (
	user_id INTEGER NOT NULL, 
	friend_id INTEGER NOT NULL, 
	since_ms INTEGER NOT NULL, 
	CONSTRAINT pk_friends PRIMARY KEY (user_id, friend_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE guild_absence (
	guild_id INTEGER NOT NULL, 
	since_ms INTEGER NOT NULL, 
	removed INTEGER NOT NULL, 
	CONSTRAINT pk_guild_absence PRIMARY KEY (guild_id)
)
 STRICT

;
CREATE TABLE guilds (
	guild_id INTEGER NOT NULL, 
	config TEXT NOT NULL, 
	updated_ms INTEGER NOT NULL, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild_id)
)
 STRICT

;
CREATE TABLE head_to_head (
	scope INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	other_id INTEGER NOT NULL, 
	matches INTEGER DEFAULT 0 NOT NULL, 
	won INTEGER DEFAULT 0 NOT NULL, 
	drawn INTEGER DEFAULT 0 NOT NULL, 
	balance INTEGER DEFAULT 0 NOT NULL, 
	last_ms INTEGER NOT NULL, 
	CONSTRAINT pk_head_to_head PRIMARY KEY (scope, user_id, other_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "head_to_head" VALUES(0,11,12,1,1,0,1,1800000000000);
INSERT INTO "head_to_head" VALUES(0,12,11,1,0,0,-1,1800000000000);
INSERT INTO "head_to_head" VALUES(700,11,12,1,1,0,1,1800000000000);
INSERT INTO "head_to_head" VALUES(700,12,11,1,0,0,-1,1800000000000);
CREATE TABLE leases (
	name TEXT NOT NULL, 
	holder TEXT NOT NULL, 
	until_ms INTEGER NOT NULL, 
	done_key TEXT NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "leases" VALUES('statistics','',0,'1');
CREATE TABLE lobbies (
	lobby_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	channel_id INTEGER NOT NULL, 
	message_id INTEGER, 
	host_id INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	clock TEXT NOT NULL, 
	rated INTEGER NOT NULL, 
	seats INTEGER NOT NULL, 
	max_seats INTEGER NOT NULL, 
	invited TEXT NOT NULL, 
	pair_low INTEGER, 
	pair_high INTEGER, 
	rematch_of INTEGER, 
	locale TEXT, 
	anchor TEXT NOT NULL, 
	match_id INTEGER, 
	version INTEGER NOT NULL, 
	rendered_version INTEGER NOT NULL, 
	created_ms INTEGER NOT NULL, 
	expires_ms INTEGER NOT NULL, 
	closed_ms INTEGER, room TEXT, rating_low INTEGER, rating_high INTEGER, 
	CONSTRAINT pk_lobbies PRIMARY KEY (lobby_id), 
	CONSTRAINT ck_lobbies_ck_lobbies_seats CHECK (seats BETWEEN 2 AND max_seats AND max_seats <= 8)
)
 STRICT

;
INSERT INTO "lobbies" VALUES(1001,700,800,NULL,11,'started','single','{"game_kind": "gin", "run_wrap": "none", "ace_deadwood": 1, "hand_size": 10, "knock_limit": 10, "knock_card_source": "fixed", "oklahoma_ace": "value", "spade_doubles": false, "spade_doubles_boxes": false, "gin_bonus": 25, "big_gin_bonus": 31, "undercut_bonus": 25, "undercut_on_tie": true, "layoff_on_gin": false, "layoff_mode": "auto", "gin_extra_boxes": 0, "undercut_extra_boxes": 0, "may_return_taken_discard": false, "first_turn": "upcard_offer", "wall_size": 2, "wall_rule": "void", "max_pile_draws_in_a_row": 50, "dealt_knock_misdeal": false, "deep_pickup": false, "deal_rule": "alternate", "draw_deal": "same", "target": 100, "box_bonus": 0, "game_bonus": 0, "boxes_count_toward_target": false, "shutout": "none", "shutout_flat": 100, "winner_rule": "first_to_target", "match_format": "single", "best_of": 5, "session_target": 500, "mm_round_bonus": 25, "mm_match_bonus": 100, "mm_shutout_bonus": 100, "exact_fifty_forfeit": false, "hollywood_columns": 3, "hollywood_target": 100, "hollywood_late_entry": "next_open", "hollywood_third_double": false, "table_format": "two", "pairing": "rotate", "shared_knock_card": false, "sweep_bonus": 0, "sweep_bonus_doubled": true, "mahjong_gin_bonus": 25, "adviser_sees_hand": true}','["daily", 86400000, 0, false, "claim"]',1,2,2,'[[12, "Bob"]]',11,12,NULL,NULL,'e7d96bfeedd5c5110244f13d670ecf1b6a645b9ec85547c8216f80527d54b6ac',1002,1,-1,1800000000000,1800000900000,1800000000000,NULL,NULL,NULL);
INSERT INTO "lobbies" VALUES(1173,700,800,NULL,11,'started','standard','{"game_kind": "gin", "run_wrap": "none", "ace_deadwood": 1, "hand_size": 10, "knock_limit": 10, "knock_card_source": "fixed", "oklahoma_ace": "value", "spade_doubles": false, "spade_doubles_boxes": false, "gin_bonus": 25, "big_gin_bonus": 31, "undercut_bonus": 25, "undercut_on_tie": true, "layoff_on_gin": false, "layoff_mode": "auto", "gin_extra_boxes": 0, "undercut_extra_boxes": 0, "may_return_taken_discard": false, "first_turn": "upcard_offer", "wall_size": 2, "wall_rule": "void", "max_pile_draws_in_a_row": 50, "dealt_knock_misdeal": false, "deep_pickup": false, "deal_rule": "alternate", "draw_deal": "same", "target": 100, "box_bonus": 25, "game_bonus": 100, "boxes_count_toward_target": false, "shutout": "double_points", "shutout_flat": 100, "winner_rule": "first_to_target", "match_format": "single", "best_of": 5, "session_target": 500, "mm_round_bonus": 25, "mm_match_bonus": 100, "mm_shutout_bonus": 100, "exact_fifty_forfeit": false, "hollywood_columns": 3, "hollywood_target": 100, "hollywood_late_entry": "next_open", "hollywood_third_double": false, "table_format": "two", "pairing": "rotate", "shared_knock_card": false, "sweep_bonus": 0, "sweep_bonus_doubled": true, "mahjong_gin_bonus": 25, "adviser_sees_hand": true}','["daily", 86400000, 0, false, "claim"]',1,2,2,'[[13, "Cee"]]',11,13,NULL,NULL,'27711342da90961e6f0f765a7fdcac52b9cb9cbafd1948e481e3c931781d38e2',1174,1,-1,1800000000000,1800000900000,1800000000000,NULL,NULL,NULL);
INSERT INTO "lobbies" VALUES(1201,700,800,NULL,14,'open','standard','{"game_kind": "gin", "run_wrap": "none", "ace_deadwood": 1, "hand_size": 10, "knock_limit": 10, "knock_card_source": "fixed", "oklahoma_ace": "value", "spade_doubles": false, "spade_doubles_boxes": false, "gin_bonus": 25, "big_gin_bonus": 31, "undercut_bonus": 25, "undercut_on_tie": true, "layoff_on_gin": false, "layoff_mode": "auto", "gin_extra_boxes": 0, "undercut_extra_boxes": 0, "may_return_taken_discard": false, "first_turn": "upcard_offer", "wall_size": 2, "wall_rule": "void", "max_pile_draws_in_a_row": 50, "dealt_knock_misdeal": false, "deep_pickup": false, "deal_rule": "alternate", "draw_deal": "same", "target": 100, "box_bonus": 25, "game_bonus": 100, "boxes_count_toward_target": false, "shutout": "double_points", "shutout_flat": 100, "winner_rule": "first_to_target", "match_format": "single", "best_of": 5, "session_target": 500, "mm_round_bonus": 25, "mm_match_bonus": 100, "mm_shutout_bonus": 100, "exact_fifty_forfeit": false, "hollywood_columns": 3, "hollywood_target": 100, "hollywood_late_entry": "next_open", "hollywood_third_double": false, "table_format": "two", "pairing": "rotate", "shared_knock_card": false, "sweep_bonus": 0, "sweep_bonus_doubled": true, "mahjong_gin_bonus": 25, "adviser_sees_hand": true}','["daily", 86400000, 0, false, "claim"]',0,2,2,'[[12, "Bob"]]',12,14,NULL,NULL,'ca35222a9382b3b00d848a2d9bac787d27b541f906c8f5dd285ed4812edfef06',NULL,0,-1,1800000000000,1800000900000,NULL,NULL,NULL,NULL);
CREATE TABLE lobby_players (
	lobby_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	side INTEGER, 
	interaction_id INTEGER NOT NULL, 
	CONSTRAINT pk_lobby_players PRIMARY KEY (lobby_id, user_id), 
	CONSTRAINT fk_lobby_players_lobby_id FOREIGN KEY(lobby_id) REFERENCES lobbies (lobby_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "lobby_players" VALUES(1001,11,0,'Ann',NULL,1001);
INSERT INTO "lobby_players" VALUES(1001,12,1,'Bob',NULL,1002);
INSERT INTO "lobby_players" VALUES(1173,11,0,'Ann',NULL,1173);
INSERT INTO "lobby_players" VALUES(1173,13,1,'Cee',NULL,1174);
INSERT INTO "lobby_players" VALUES(1201,14,0,'Dan',NULL,1201);
CREATE TABLE match_luck (
	user_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	rounds INTEGER, 
	deal REAL, 
	draws REAL, 
	play REAL, 
	CONSTRAINT pk_match_luck PRIMARY KEY (user_id, match_id), 
	CONSTRAINT fk_match_luck_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "match_luck" VALUES(11,1002,NULL,NULL,NULL,NULL);
INSERT INTO "match_luck" VALUES(12,1002,NULL,NULL,NULL,NULL);
CREATE TABLE match_players (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id INTEGER, 
	level TEXT, 
	name TEXT NOT NULL, 
	live INTEGER NOT NULL, 
	CONSTRAINT pk_match_players PRIMARY KEY (match_id, seat), 
	CONSTRAINT ck_match_players_ck_match_players_seat CHECK (seat BETWEEN 0 AND 7), 
	CONSTRAINT ck_match_players_ck_match_players_person_or_computer CHECK (user_id IS NULL OR level IS NULL), 
	CONSTRAINT fk_match_players_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "match_players" VALUES(1002,0,11,NULL,'Ann',0);
INSERT INTO "match_players" VALUES(1002,1,12,NULL,'Bob',0);
INSERT INTO "match_players" VALUES(1174,0,11,NULL,'Ann',1);
INSERT INTO "match_players" VALUES(1174,1,13,NULL,'Cee',1);
CREATE TABLE matches (
	match_id INTEGER NOT NULL, 
	lobby_id INTEGER, 
	guild_id INTEGER NOT NULL, 
	channel_id INTEGER NOT NULL, 
	message_id INTEGER, 
	status TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	clock TEXT NOT NULL, 
	times TEXT NOT NULL, 
	floor_ms INTEGER DEFAULT 0 NOT NULL, 
	rated INTEGER NOT NULL, 
	seats TEXT NOT NULL, 
	sides TEXT, 
	lot INTEGER NOT NULL, 
	pending TEXT NOT NULL, 
	anchor TEXT NOT NULL, 
	revealed TEXT, 
	revealed_number INTEGER DEFAULT 0 NOT NULL, 
	version INTEGER NOT NULL, 
	rendered_version INTEGER NOT NULL, 
	snapshot_schema INTEGER NOT NULL, 
	snapshot TEXT NOT NULL, 
	created_ms INTEGER NOT NULL, 
	updated_ms INTEGER NOT NULL, 
	ended_ms INTEGER, 
	end_reason TEXT, 
	winner INTEGER, ratings TEXT, plans TEXT DEFAULT '[]' NOT NULL, day INTEGER, epoch INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (match_id), 
	CONSTRAINT ck_matches_ck_matches_version CHECK (version >= 0)
)
 STRICT

;
INSERT INTO "matches" VALUES(1002,1001,700,800,NULL,'over','single','["daily", 86400000, 0, false, "claim"]','{"since": [null, null], "banks": [0, 0], "due": [null, null]}',0,1,'[[11, null, "Ann"], [12, null, "Bob"]]',NULL,10925,'[null, null]','e7d96bfeedd5c5110244f13d670ecf1b6a645b9ec85547c8216f80527d54b6ac','c7993f95dce5d82b5d692cf950a54bbef926819fad8bdd867636ff6c8c2ef4bf',7,170,-1,1,'{"rules":{"box_bonus":0,"game_bonus":0,"shutout":"none"},"parties":[[0],[1]],"lineup":{"pairs":[[0,1]],"idle":[],"dealing":1,"opened":1,"number":7},"tables":[{"pair":[0,1],"round":{"phase":"OVER","turn":0,"hands":[1375161372672,8797168771078],"stock":[9,7,50,41,44,32,28,3,42,51,22,36,31,47,49,39,0,34,8,45,11],"discards":[33,35,6,21,37,24,23,10,48,5],"knock_limit":10,"upcard":33,"knock":{"side":1,"discard":46,"melds":[8797166895120,1835008],"deadwood_cards":40966,"deadwood":9,"big_gin":false},"layoffs":[[4,0]],"events":[[0,"p",null,[],0],[1,"p",null,[],0],[0,"s",14,[],0],[0,"d",35,[],0],[1,"s",46,[],0],[1,"d",6,[],0],[0,"s",4,[],0],[0,"d",21,[],0],[1,"s",15,[],0],[1,"d",37,[],0],[0,"s",16,[],0],[0,"d",19,[],0],[1,"t",19,[],1],[1,"d",38,[],0],[0,"t",38,[],1],[0,"d",24,[],0],[1,"s",23,[],0],[1,"d",23,[],0],[0,"s",10,[],0],[0,"d",10,[],0],[1,"s",48,[],0],[1,"d",48,[],0],[0,"s",40,[],0],[0,"d",5,[],0],[1,"s",43,[],0],[1,"k",46,[8797166895104,1835008],0],[0,"l",4,[],0],[0,"f",null,[],0]],"facts":{"kind":"undercut","winner":0,"knocker":1,"hands":[{"melds":[274911465472,1099645861888],"deadwood_cards":604045312,"deadwood":9},{"melds":[8797166895104,1835008],"deadwood_cards":40966,"deadwood":9}],"discard":46,"layoffs":[[4,0]]}}}],"phase":"over","played":[{"number":1,"entry":{"winner":0,"scores":[19,0],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[0,1],"award":{"winner":0,"points":[19,0],"extra_boxes":0,"lines":[[{"kind":"difference","amount":19,"a":25,"b":6}],[]]},"multiplier":1},"kind":"knock","ending":{"knocker":0,"left":[6,25],"draws":[7,6],"limit":10}}]},{"number":2,"entry":{"winner":0,"scores":[13,0],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[1,0],"award":{"winner":1,"points":[0,13],"extra_boxes":0,"lines":[[],[{"kind":"difference","amount":13,"a":14,"b":1}]]},"multiplier":1},"kind":"knock","ending":{"knocker":1,"left":[18,1],"draws":[6,6],"limit":10,"could":4,"laid_off":true}}]},{"number":3,"entry":{"winner":0,"scores":[32,0],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[0,1],"award":{"winner":0,"points":[32,0],"extra_boxes":0,"lines":[[{"kind":"difference","amount":32,"a":40,"b":8}],[]]},"multiplier":1},"kind":"knock","ending":{"knocker":0,"left":[8,47],"draws":[3,2],"limit":10,"could":7,"laid_off":true}}]},{"number":4,"entry":{"winner":1,"scores":[0,12],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[1,0],"award":{"winner":0,"points":[12,0],"extra_boxes":0,"lines":[[{"kind":"difference","amount":12,"a":22,"b":10}],[]]},"multiplier":1},"kind":"knock","ending":{"knocker":0,"left":[10,22],"draws":[4,3],"limit":10}}]},{"number":5,"entry":{"winner":0,"scores":[22,0],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[0,1],"award":{"winner":0,"points":[22,0],"extra_boxes":0,"lines":[[{"kind":"difference","amount":22,"a":28,"b":6}],[]]},"multiplier":1},"kind":"knock","ending":{"knocker":0,"left":[6,28],"draws":[7,7],"limit":10}}]},{"number":6,"entry":{"winner":1,"scores":[0,19],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[1,0],"award":{"winner":0,"points":[19,0],"extra_boxes":0,"lines":[[{"kind":"difference","amount":19,"a":28,"b":9}],[]]},"multiplier":1},"kind":"knock","ending":{"knocker":0,"left":[9,28],"draws":[5,4],"limit":10}}]},{"number":7,"entry":{"winner":0,"scores":[25,0],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[0,1],"award":{"winner":0,"points":[25,0],"extra_boxes":0,"lines":[[{"kind":"undercut_bonus","amount":25},{"kind":"difference","amount":0,"a":9,"b":9}],[]]},"multiplier":1},"kind":"undercut","ending":{"knocker":1,"left":[14,9],"draws":[6,6],"limit":10,"could":5,"laid_off":true}}]}],"strikes":[0,0],"outcome":{"reason":"finished","winner":0}}',1800000000000,1800000000000,1800000000000,'finished',0,'[[[0, 1550, 50, 1], [1, 1450, -50, 1]], null]','[{}, {}]',NULL,0);
INSERT INTO "matches" VALUES(1174,1173,700,800,NULL,'live','standard','["daily", 86400000, 0, false, "claim"]','{"since": [null, 1800000000000], "banks": [0, 0], "due": [null, 1800086400000]}',0,1,'[[11, null, "Ann"], [13, null, "Cee"]]',NULL,37857,'[null, null]','27711342da90961e6f0f765a7fdcac52b9cb9cbafd1948e481e3c931781d38e2','06014351290d2e704fa67b0a5e787f1ef2d987dfb9ad9cd073cdfe472ede337c',1,26,-1,1,'{"rules":{},"parties":[[0],[1]],"lineup":{"pairs":[[1,0]],"idle":[],"dealing":0,"opened":1,"number":2},"tables":[{"pair":[1,0],"round":{"phase":"DISCARD","turn":0,"hands":[1166582946465034,2815364148764672],"stock":[16,44,47,48,5,36,43,20,41,38,19,17,4,22,0,24,18,37,15,46,11,28,2,23,31,12,6,9,7,14],"discards":[29],"knock_limit":10,"upcard":29,"drawn":3,"events":[[0,"p",null,[],0],[1,"p",null,[],0],[0,"s",3,[],0]]}}],"played":[{"number":1,"entry":{"winner":0,"scores":[40,0],"extra_boxes":[0,0]},"tables":[{"result":{"pair":[0,1],"award":{"winner":0,"points":[40,0],"extra_boxes":0,"lines":[[{"kind":"difference","amount":40,"a":45,"b":5}],[]]},"multiplier":1},"kind":"knock","ending":{"knocker":0,"left":[5,49],"draws":[5,4],"limit":10,"could":4,"laid_off":true}}]}],"strikes":[0,0]}',1800000000000,1800000000000,NULL,NULL,NULL,NULL,'[{}, {}]',NULL,0);
CREATE TABLE mentions (
	match_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	channel_id INTEGER, 
	message_id INTEGER, 
	CONSTRAINT pk_mentions PRIMARY KEY (match_id, user_id), 
	CONSTRAINT fk_mentions_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE moves (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	interaction_id INTEGER NOT NULL, 
	seat INTEGER, 
	user_id INTEGER, 
	action TEXT NOT NULL, 
	at_ms INTEGER NOT NULL, 
	CONSTRAINT pk_moves PRIMARY KEY (match_id, seq), 
	CONSTRAINT fk_moves_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "moves" VALUES(1002,1,1003,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,2,1004,1,12,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,3,1005,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,4,1006,0,11,'dKC',1800000000000);
INSERT INTO "moves" VALUES(1002,5,1007,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,6,1008,1,12,'dQC',1800000000000);
INSERT INTO "moves" VALUES(1002,7,1009,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,8,1010,0,11,'d6D',1800000000000);
INSERT INTO "moves" VALUES(1002,9,1011,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,10,1012,1,12,'dTH',1800000000000);
INSERT INTO "moves" VALUES(1002,11,1013,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,12,1014,0,11,'d5S',1800000000000);
INSERT INTO "moves" VALUES(1002,13,1015,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,14,1016,1,12,'dJH',1800000000000);
INSERT INTO "moves" VALUES(1002,15,1017,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,16,1018,0,11,'d4C',1800000000000);
INSERT INTO "moves" VALUES(1002,17,1019,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,18,1020,1,12,'d5C',1800000000000);
INSERT INTO "moves" VALUES(1002,19,1021,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,20,1022,0,11,'dQS',1800000000000);
INSERT INTO "moves" VALUES(1002,21,1023,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,22,1024,1,12,'d6C',1800000000000);
INSERT INTO "moves" VALUES(1002,23,1025,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,24,1026,0,11,'d9S',1800000000000);
INSERT INTO "moves" VALUES(1002,25,1027,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,26,1028,1,12,'dKH',1800000000000);
INSERT INTO "moves" VALUES(1002,27,1029,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,28,1030,0,11,'k8S',1800000000000);
INSERT INTO "moves" VALUES(1002,29,1031,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,30,1032,1,12,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,31,1033,1,12,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,32,1034,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,33,1035,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,34,1036,1,12,'dQC',1800000000000);
INSERT INTO "moves" VALUES(1002,35,1037,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,36,1038,0,11,'dKD',1800000000000);
INSERT INTO "moves" VALUES(1002,37,1039,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,38,1040,1,12,'d6S',1800000000000);
INSERT INTO "moves" VALUES(1002,39,1041,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,40,1042,0,11,'d8S',1800000000000);
INSERT INTO "moves" VALUES(1002,41,1043,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,42,1044,1,12,'dTD',1800000000000);
INSERT INTO "moves" VALUES(1002,43,1045,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,44,1046,0,11,'dQH',1800000000000);
INSERT INTO "moves" VALUES(1002,45,1047,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,46,1048,1,12,'dJD',1800000000000);
INSERT INTO "moves" VALUES(1002,47,1049,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,48,1050,0,11,'dQS',1800000000000);
INSERT INTO "moves" VALUES(1002,49,1051,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,50,1052,1,12,'dTH',1800000000000);
INSERT INTO "moves" VALUES(1002,51,1053,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,52,1054,0,11,'dTC',1800000000000);
INSERT INTO "moves" VALUES(1002,53,1055,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,54,1056,1,12,'dJH',1800000000000);
INSERT INTO "moves" VALUES(1002,55,1057,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,56,1058,0,11,'k6C',1800000000000);
INSERT INTO "moves" VALUES(1002,57,1059,1,12,'a',1800000000000);
INSERT INTO "moves" VALUES(1002,58,1060,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,59,1061,1,12,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,60,1062,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,61,1063,1,12,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,62,1064,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,63,1065,0,11,'dJC',1800000000000);
INSERT INTO "moves" VALUES(1002,64,1066,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,65,1067,1,12,'dTS',1800000000000);
INSERT INTO "moves" VALUES(1002,66,1068,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,67,1069,0,11,'dQD',1800000000000);
INSERT INTO "moves" VALUES(1002,68,1070,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,69,1071,1,12,'d8D',1800000000000);
INSERT INTO "moves" VALUES(1002,70,1072,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,71,1073,0,11,'k5D',1800000000000);
INSERT INTO "moves" VALUES(1002,72,1074,1,12,'a',1800000000000);
INSERT INTO "moves" VALUES(1002,73,1075,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,74,1076,1,12,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,75,1077,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,76,1078,1,12,'d9S',1800000000000);
INSERT INTO "moves" VALUES(1002,77,1079,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,78,1080,0,11,'d9H',1800000000000);
INSERT INTO "moves" VALUES(1002,79,1081,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,80,1082,1,12,'dKD',1800000000000);
INSERT INTO "moves" VALUES(1002,81,1083,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,82,1084,0,11,'d8C',1800000000000);
INSERT INTO "moves" VALUES(1002,83,1085,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,84,1086,1,12,'dQH',1800000000000);
INSERT INTO "moves" VALUES(1002,85,1087,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,86,1088,0,11,'d4C',1800000000000);
INSERT INTO "moves" VALUES(1002,87,1089,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,88,1090,1,12,'kKH',1800000000000);
INSERT INTO "moves" VALUES(1002,89,1091,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,90,1092,1,12,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,91,1093,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,92,1094,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,93,1095,1,12,'dTH',1800000000000);
INSERT INTO "moves" VALUES(1002,94,1096,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,95,1097,0,11,'dQD',1800000000000);
INSERT INTO "moves" VALUES(1002,96,1098,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,97,1099,1,12,'dJS',1800000000000);
INSERT INTO "moves" VALUES(1002,98,1100,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,99,1101,0,11,'d9S',1800000000000);
INSERT INTO "moves" VALUES(1002,100,1102,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,101,1103,1,12,'d6S',1800000000000);
INSERT INTO "moves" VALUES(1002,102,1104,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,103,1105,0,11,'d5C',1800000000000);
INSERT INTO "moves" VALUES(1002,104,1106,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,105,1107,1,12,'d6D',1800000000000);
INSERT INTO "moves" VALUES(1002,106,1108,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,107,1109,0,11,'dTC',1800000000000);
INSERT INTO "moves" VALUES(1002,108,1110,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,109,1111,1,12,'dKC',1800000000000);
INSERT INTO "moves" VALUES(1002,110,1112,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,111,1113,0,11,'d3S',1800000000000);
INSERT INTO "moves" VALUES(1002,112,1114,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,113,1115,1,12,'dJD',1800000000000);
INSERT INTO "moves" VALUES(1002,114,1116,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,115,1117,0,11,'d2D',1800000000000);
INSERT INTO "moves" VALUES(1002,116,1118,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,117,1119,1,12,'dQH',1800000000000);
INSERT INTO "moves" VALUES(1002,118,1120,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,119,1121,0,11,'k4D',1800000000000);
INSERT INTO "moves" VALUES(1002,120,1122,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,121,1123,1,12,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,122,1124,1,12,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,123,1125,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,124,1126,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,125,1127,1,12,'dQC',1800000000000);
INSERT INTO "moves" VALUES(1002,126,1128,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,127,1129,0,11,'d5C',1800000000000);
INSERT INTO "moves" VALUES(1002,128,1130,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,129,1131,1,12,'dJD',1800000000000);
INSERT INTO "moves" VALUES(1002,130,1132,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,131,1133,0,11,'dJH',1800000000000);
INSERT INTO "moves" VALUES(1002,132,1134,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,133,1135,1,12,'dTH',1800000000000);
INSERT INTO "moves" VALUES(1002,134,1136,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,135,1137,0,11,'d9D',1800000000000);
INSERT INTO "moves" VALUES(1002,136,1138,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,137,1139,1,12,'dKH',1800000000000);
INSERT INTO "moves" VALUES(1002,138,1140,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,139,1141,0,11,'d5H',1800000000000);
INSERT INTO "moves" VALUES(1002,140,1142,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,141,1143,1,12,'k7S',1800000000000);
INSERT INTO "moves" VALUES(1002,142,1144,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,143,1145,1,12,'r',1800000000000);
INSERT INTO "moves" VALUES(1002,144,1146,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,145,1147,1,12,'p',1800000000000);
INSERT INTO "moves" VALUES(1002,146,1148,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,147,1149,0,11,'dTH',1800000000000);
INSERT INTO "moves" VALUES(1002,148,1150,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,149,1151,1,12,'d7C',1800000000000);
INSERT INTO "moves" VALUES(1002,150,1152,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,151,1153,0,11,'d9D',1800000000000);
INSERT INTO "moves" VALUES(1002,152,1154,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,153,1155,1,12,'dQH',1800000000000);
INSERT INTO "moves" VALUES(1002,154,1156,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,155,1157,0,11,'d7D',1800000000000);
INSERT INTO "moves" VALUES(1002,156,1158,1,12,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,157,1159,1,12,'dKH',1800000000000);
INSERT INTO "moves" VALUES(1002,158,1160,0,11,'t',1800000000000);
INSERT INTO "moves" VALUES(1002,159,1161,0,11,'dQD',1800000000000);
INSERT INTO "moves" VALUES(1002,160,1162,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,161,1163,1,12,'dJD',1800000000000);
INSERT INTO "moves" VALUES(1002,162,1164,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,163,1165,0,11,'dJC',1800000000000);
INSERT INTO "moves" VALUES(1002,164,1166,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,165,1167,1,12,'dTS',1800000000000);
INSERT INTO "moves" VALUES(1002,166,1168,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,167,1169,0,11,'d6C',1800000000000);
INSERT INTO "moves" VALUES(1002,168,1170,1,12,'s',1800000000000);
INSERT INTO "moves" VALUES(1002,169,1171,1,12,'k8S',1800000000000);
INSERT INTO "moves" VALUES(1002,170,1172,0,11,'a',1800000000000);
INSERT INTO "moves" VALUES(1174,1,1175,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1174,2,1176,1,13,'p',1800000000000);
INSERT INTO "moves" VALUES(1174,3,1177,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,4,1178,0,11,'d7H',1800000000000);
INSERT INTO "moves" VALUES(1174,5,1179,1,13,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,6,1180,1,13,'dQC',1800000000000);
INSERT INTO "moves" VALUES(1174,7,1181,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,8,1182,0,11,'dJD',1800000000000);
INSERT INTO "moves" VALUES(1174,9,1183,1,13,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,10,1184,1,13,'dKD',1800000000000);
INSERT INTO "moves" VALUES(1174,11,1185,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,12,1186,0,11,'dQD',1800000000000);
INSERT INTO "moves" VALUES(1174,13,1187,1,13,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,14,1188,1,13,'dQH',1800000000000);
INSERT INTO "moves" VALUES(1174,15,1189,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,16,1190,0,11,'dQS',1800000000000);
INSERT INTO "moves" VALUES(1174,17,1191,1,13,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,18,1192,1,13,'dTS',1800000000000);
INSERT INTO "moves" VALUES(1174,19,1193,0,11,'s',1800000000000);
INSERT INTO "moves" VALUES(1174,20,1194,0,11,'k5H',1800000000000);
INSERT INTO "moves" VALUES(1174,21,1195,1,13,'a',1800000000000);
INSERT INTO "moves" VALUES(1174,22,1196,0,11,'r',1800000000000);
INSERT INTO "moves" VALUES(1174,23,1197,1,13,'r',1800000000000);
INSERT INTO "moves" VALUES(1174,24,1198,1,13,'p',1800000000000);
INSERT INTO "moves" VALUES(1174,25,1199,0,11,'p',1800000000000);
INSERT INTO "moves" VALUES(1174,26,1200,1,13,'s',1800000000000);
CREATE TABLE note_book (
	user_id INTEGER NOT NULL, 
	about_id INTEGER NOT NULL, 
	words TEXT NOT NULL, 
	updated_ms INTEGER NOT NULL, 
	CONSTRAINT pk_note_book PRIMARY KEY (user_id, about_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE notes (
	note_id INTEGER NOT NULL, 
	sender_id INTEGER NOT NULL, 
	receiver_id INTEGER NOT NULL, 
	words TEXT NOT NULL, 
	sent_ms INTEGER NOT NULL, 
	read_ms INTEGER, 
	CONSTRAINT pk_notes PRIMARY KEY (note_id)
)
 STRICT

;
INSERT INTO "notes" VALUES(1202,11,12,'Good game',1800000000000,NULL);
CREATE TABLE player_matches (
	user_id INTEGER NOT NULL, 
	ended_ms INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	party INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	pool TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	rated INTEGER NOT NULL, 
	result INTEGER NOT NULL, 
	quit INTEGER NOT NULL, 
	games_won INTEGER DEFAULT 0 NOT NULL, 
	points INTEGER DEFAULT 0 NOT NULL, 
	rounds INTEGER DEFAULT 0 NOT NULL, 
	rounds_won INTEGER DEFAULT 0 NOT NULL, 
	downs INTEGER DEFAULT 0 NOT NULL, 
	knocks INTEGER DEFAULT 0 NOT NULL, 
	gins INTEGER DEFAULT 0 NOT NULL, 
	big_gins INTEGER DEFAULT 0 NOT NULL, 
	undercuts INTEGER DEFAULT 0 NOT NULL, 
	undercut INTEGER DEFAULT 0 NOT NULL, 
	knock_deadwood INTEGER DEFAULT 0 NOT NULL, 
	down_turns INTEGER DEFAULT 0 NOT NULL, 
	layoff_points INTEGER DEFAULT 0 NOT NULL, 
	blitzes INTEGER DEFAULT 0 NOT NULL, 
	shutouts INTEGER DEFAULT 0 NOT NULL, 
	fastest_gin INTEGER, 
	CONSTRAINT pk_player_matches PRIMARY KEY (user_id, ended_ms, match_id), 
	CONSTRAINT fk_player_matches_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "player_matches" VALUES(11,1800000000000,1002,0,0,700,'standard.correspondence','single',1,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL);
INSERT INTO "player_matches" VALUES(12,1800000000000,1002,1,1,700,'standard.correspondence','single',1,-1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL);
CREATE TABLE players (
	user_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	prefs TEXT NOT NULL, 
	seen_ms INTEGER NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (user_id)
)
 STRICT

;
INSERT INTO "players" VALUES(11,'Ann','{}',1800000000000);
INSERT INTO "players" VALUES(12,'Bob','{}',1800000000000);
INSERT INTO "players" VALUES(13,'Cee','{}',1800000000000);
INSERT INTO "players" VALUES(14,'Dan','{}',1800000000000);
CREATE TABLE preset_results (
	scope INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	preset TEXT NOT NULL, 
	matches INTEGER DEFAULT 0 NOT NULL, 
	won INTEGER DEFAULT 0 NOT NULL, 
	drawn INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_preset_results PRIMARY KEY (scope, user_id, preset)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "preset_results" VALUES(0,11,'single',1,1,0);
INSERT INTO "preset_results" VALUES(0,12,'single',1,0,0);
INSERT INTO "preset_results" VALUES(700,11,'single',1,1,0);
INSERT INTO "preset_results" VALUES(700,12,'single',1,0,0);
CREATE TABLE processes (
	name TEXT NOT NULL, 
	shards TEXT NOT NULL, 
	seen_ms INTEGER NOT NULL, 
	CONSTRAINT pk_processes PRIMARY KEY (name)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE puzzle_answers (
	day INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	choice INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	at_ms INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_answers PRIMARY KEY (day, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE rating_history (
	scope INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	pool TEXT NOT NULL, 
	ended_ms INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	"before" REAL NOT NULL, 
	rating REAL NOT NULL, 
	deviation REAL NOT NULL, 
	volatility REAL NOT NULL, 
	faced TEXT NOT NULL, from_unknown REAL DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_rating_history PRIMARY KEY (scope, user_id, pool, ended_ms, match_id), 
	CONSTRAINT fk_rating_history_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "rating_history" VALUES(0,11,'standard.correspondence',1800000000000,1002,1500.0,1.5499999999822039172e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,'[[1500.0, 350.0, 1.0, 0.23453434091061354]]',4.99999999822039171721e+01);
INSERT INTO "rating_history" VALUES(0,12,'standard.correspondence',1800000000000,1002,1500.0,1.45000000001779608279e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,'[[1500.0, 350.0, 0.0, 0.23453434091061354]]',0.0);
INSERT INTO "rating_history" VALUES(700,11,'standard.correspondence',1800000000000,1002,1500.0,1.5499999999822039172e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,'[[1500.0, 350.0, 1.0, 0.23453434091061354]]',4.99999999822039171721e+01);
INSERT INTO "rating_history" VALUES(700,12,'standard.correspondence',1800000000000,1002,1500.0,1.45000000001779608279e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,'[[1500.0, 350.0, 0.0, 0.23453434091061354]]',0.0);
CREATE TABLE ratings (
	scope INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	pool TEXT NOT NULL, 
	rating REAL NOT NULL, 
	deviation REAL NOT NULL, 
	volatility REAL NOT NULL, 
	games INTEGER NOT NULL, 
	best REAL NOT NULL, 
	last_ms INTEGER, 
	CONSTRAINT pk_ratings PRIMARY KEY (scope, user_id, pool)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "ratings" VALUES(0,11,'standard.correspondence',1.5499999999822039172e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,1,0.0,1800000000000);
INSERT INTO "ratings" VALUES(0,12,'standard.correspondence',1.45000000001779608279e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,1,0.0,1800000000000);
INSERT INTO "ratings" VALUES(700,11,'standard.correspondence',1.5499999999822039172e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,1,0.0,1800000000000);
INSERT INTO "ratings" VALUES(700,12,'standard.correspondence',1.45000000001779608279e+03,3.32723404658583433502e+02,5.99997476664007670099e-02,1,0.0,1800000000000);
CREATE TABLE reports (
	report_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	reporter_id INTEGER NOT NULL, 
	reported_id INTEGER NOT NULL, 
	match_id INTEGER, 
	reason TEXT NOT NULL, 
	record TEXT, 
	at_ms INTEGER NOT NULL, 
	closed_ms INTEGER, 
	closed_by INTEGER, 
	CONSTRAINT pk_reports PRIMARY KEY (report_id)
)
 STRICT

;
CREATE TABLE rounds (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	contributions TEXT NOT NULL, 
	tables TEXT NOT NULL, 
	results TEXT, 
	secret TEXT, 
	first_seq INTEGER NOT NULL, 
	last_seq INTEGER, 
	dealt_ms INTEGER NOT NULL, 
	ended_ms INTEGER, commitment TEXT, 
	CONSTRAINT pk_rounds PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_rounds_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "rounds" VALUES(1002,1,'["open:1001", "join:1002"]','[[0, 1, 0]]','[{"kind": "knock", "winner": 0, "points": [19, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 6, "down_turns": 7}, {"rounds": 1}]}]','4ca73b04ac70d63936d9e6250943da742cc1b2f329facb53d8d0fca7b1747fac',0,28,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1002,2,'["ready:1031", "ready:1032"]','[[1, 0, 0]]','[{"kind": "knock", "winner": 0, "points": [0, 13], "extra_boxes": 0, "figures": [{"rounds": 1, "layoff_points": 4}, {"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 1, "down_turns": 6}]}]','c184efa7305f6af8b1566b74c94e911439e9e41ff22a30074480b385b600f975',30,57,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1002,3,'["ready:1060", "ready:1061"]','[[0, 1, 0]]','[{"kind": "knock", "winner": 0, "points": [32, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 8, "down_turns": 3}, {"rounds": 1, "layoff_points": 7}]}]','f1465647e1e42438c49baabab06c62d6ca4abb8184ee63b7677f012b5bf1e23d',59,72,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1002,4,'["ready:1075", "ready:1076"]','[[1, 0, 0]]','[{"kind": "knock", "winner": 1, "points": [12, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 10, "down_turns": 4}, {"rounds": 1}]}]','1efca14f1fdc17338718951984c0a141a53728754f795ed87f51a21aeaae04da',74,88,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1002,5,'["ready:1091", "ready:1092"]','[[0, 1, 0]]','[{"kind": "knock", "winner": 0, "points": [22, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 6, "down_turns": 7}, {"rounds": 1}]}]','97e11366f05764899cfa6e9df81fc5b83b11d1be058c02648c4a3c1102a31701',90,119,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1002,6,'["ready:1122", "ready:1123"]','[[1, 0, 0]]','[{"kind": "knock", "winner": 1, "points": [19, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 9, "down_turns": 5}, {"rounds": 1}]}]','bde14c8db45649fd123426096d165d6c7cdabccf7de34bfa44695e1f81655aee',121,141,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1002,7,'["ready:1144", "ready:1145"]','[[0, 1, 0]]','[{"kind": "undercut", "winner": 0, "points": [25, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "undercuts": 1, "layoff_points": 5}, {"rounds": 1, "downs": 1, "knocks": 1, "undercut": 1, "knock_deadwood": 9, "down_turns": 6}]}]','c7993f95dce5d82b5d692cf950a54bbef926819fad8bdd867636ff6c8c2ef4bf',143,170,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1174,1,'["open:1173", "join:1174"]','[[0, 1, 0]]','[{"kind": "knock", "winner": 0, "points": [40, 0], "extra_boxes": 0, "figures": [{"rounds": 1, "rounds_won": 1, "downs": 1, "knocks": 1, "knock_deadwood": 5, "down_turns": 5}, {"rounds": 1, "layoff_points": 4}]}]','06014351290d2e704fa67b0a5e787f1ef2d987dfb9ad9cd073cdfe472ede337c',0,21,1800000000000,1800000000000,NULL);
INSERT INTO "rounds" VALUES(1174,2,'["ready:1196", "ready:1197"]','[[1, 0, 0]]',NULL,NULL,23,NULL,1800000000000,NULL,NULL);
CREATE TABLE season_places (
	guild_id INTEGER NOT NULL, 
	season TEXT NOT NULL, 
	board TEXT NOT NULL, 
	pool TEXT NOT NULL, 
	place INTEGER NOT NULL, 
	"row" INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	value REAL NOT NULL, 
	CONSTRAINT pk_season_places PRIMARY KEY (guild_id, season, board, pool, "row")
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE season_roles (
	guild_id INTEGER NOT NULL, 
	season TEXT NOT NULL, 
	user_id INTEGER NOT NULL, 
	role_id INTEGER NOT NULL, 
	CONSTRAINT pk_season_roles PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE secrets (
	ref_id INTEGER NOT NULL, 
	root TEXT NOT NULL, earlier TEXT DEFAULT '[]' NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (ref_id)
)
 STRICT

;
INSERT INTO "secrets" VALUES(1002,'8101053fd714b784705d9dbde59bfbb5e277e940ed9a0e235a25be95af8348a0','[]');
INSERT INTO "secrets" VALUES(1174,'d586e89962280bc1bc961916df215cd421c6da5e6cf138fcfe3dc23853b2ed75','[]');
INSERT INTO "secrets" VALUES(1201,'7d1b2df1942c371a46c6244230b16d2cad81454fb03a63eee28b9b82d8be7916','[]');
CREATE TABLE standings (
	scope INTEGER NOT NULL, 
	season TEXT NOT NULL, 
	user_id INTEGER NOT NULL, 
	pool TEXT NOT NULL, 
	shown INTEGER NOT NULL, 
	matches INTEGER DEFAULT 0 NOT NULL, 
	won INTEGER DEFAULT 0 NOT NULL, 
	drawn INTEGER DEFAULT 0 NOT NULL, 
	rated_matches INTEGER DEFAULT 0 NOT NULL, 
	quit INTEGER DEFAULT 0 NOT NULL, 
	games_won INTEGER DEFAULT 0 NOT NULL, 
	points INTEGER DEFAULT 0 NOT NULL, 
	rounds INTEGER DEFAULT 0 NOT NULL, 
	rounds_won INTEGER DEFAULT 0 NOT NULL, 
	downs INTEGER DEFAULT 0 NOT NULL, 
	knocks INTEGER DEFAULT 0 NOT NULL, 
	gins INTEGER DEFAULT 0 NOT NULL, 
	big_gins INTEGER DEFAULT 0 NOT NULL, 
	undercuts INTEGER DEFAULT 0 NOT NULL, 
	undercut INTEGER DEFAULT 0 NOT NULL, 
	knock_deadwood INTEGER DEFAULT 0 NOT NULL, 
	down_turns INTEGER DEFAULT 0 NOT NULL, 
	layoff_points INTEGER DEFAULT 0 NOT NULL, 
	blitzes INTEGER DEFAULT 0 NOT NULL, 
	shutouts INTEGER DEFAULT 0 NOT NULL, 
	fastest_gin INTEGER, 
	streak INTEGER DEFAULT 0 NOT NULL, 
	best_streak INTEGER DEFAULT 0 NOT NULL, 
	rating REAL, 
	deviation REAL, 
	listed_until_ms INTEGER DEFAULT 0 NOT NULL, 
	last_ms INTEGER NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (scope, season, user_id, pool)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "standings" VALUES(0,'2027-01',11,'any',0,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(0,'2027-01',11,'standard.correspondence',0,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,1.5499999999822039172e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(0,'2027-01',12,'any',0,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(0,'2027-01',12,'standard.correspondence',0,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,1.45000000001779608279e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(0,'all',11,'any',0,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(0,'all',11,'standard.correspondence',0,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,1.5499999999822039172e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(0,'all',12,'any',0,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(0,'all',12,'standard.correspondence',0,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,1.45000000001779608279e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(700,'2027-01',0,'any',0,2,1,0,0,0,1,142,14,7,7,7,0,0,1,1,49,38,16,0,0,NULL,0,0,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(700,'2027-01',11,'any',1,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(700,'2027-01',11,'standard.correspondence',1,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,1.5499999999822039172e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(700,'2027-01',12,'any',1,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(700,'2027-01',12,'standard.correspondence',1,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,1.45000000001779608279e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(700,'all',0,'any',0,2,1,0,0,0,1,142,14,7,7,7,0,0,1,1,49,38,16,0,0,NULL,0,0,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(700,'all',11,'any',1,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(700,'all',11,'standard.correspondence',1,1,1,0,1,0,1,111,7,5,4,4,0,0,1,0,21,23,5,0,0,NULL,1,1,1.5499999999822039172e+03,3.32723404658583433502e+02,0,1800000000000);
INSERT INTO "standings" VALUES(700,'all',12,'any',1,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,NULL,NULL,0,1800000000000);
INSERT INTO "standings" VALUES(700,'all',12,'standard.correspondence',1,1,0,0,1,0,0,31,7,2,3,3,0,0,0,1,28,15,11,0,0,NULL,0,0,1.45000000001779608279e+03,3.32723404658583433502e+02,0,1800000000000);
CREATE TABLE timers (
	kind TEXT NOT NULL, 
	ref_id INTEGER NOT NULL, 
	slot INTEGER DEFAULT 0 NOT NULL, 
	fence INTEGER NOT NULL, 
	due_ms INTEGER NOT NULL, 
	CONSTRAINT pk_timers PRIMARY KEY (kind, ref_id, slot)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "timers" VALUES('lobby',1201,0,0,1800000900000);
INSERT INTO "timers" VALUES('remind',1174,1,1800086400000,1800064800000);
INSERT INTO "timers" VALUES('turn',1174,0,26,1800086400000);
CREATE TABLE unrated (
	match_id INTEGER NOT NULL, 
	guild_id INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	ended_ms INTEGER NOT NULL, 
	CONSTRAINT pk_unrated PRIMARY KEY (match_id), 
	CONSTRAINT fk_unrated_match_id FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE INDEX ix_audit_guild ON audit (guild_id, at_ms);
CREATE INDEX ix_lobbies_behind ON lobbies (lobby_id) WHERE version > rendered_version;
CREATE INDEX ix_lobbies_host ON lobbies (host_id, created_ms);
CREATE UNIQUE INDEX uq_lobbies_open_pair ON lobbies (guild_id, pair_low, pair_high) WHERE status = 'open' AND pair_low IS NOT NULL;
CREATE UNIQUE INDEX uq_lobbies_open_rematch ON lobbies (rematch_of) WHERE status = 'open' AND rematch_of IS NOT NULL;
CREATE INDEX ix_matches_behind ON matches (match_id) WHERE version > rendered_version;
CREATE INDEX ix_matches_ended ON matches (guild_id, ended_ms);
CREATE INDEX ix_timers_due ON timers (due_ms);
CREATE INDEX ix_lobby_players_user ON lobby_players (user_id, lobby_id);
CREATE INDEX ix_match_players_user ON match_players (user_id, live, match_id);
CREATE UNIQUE INDEX uq_moves_interaction ON moves (match_id, interaction_id);
CREATE INDEX ix_matches_live ON matches (match_id) WHERE status = 'live';
CREATE INDEX ix_matches_by_end ON matches (ended_ms, match_id);
CREATE INDEX ix_player_matches_match ON player_matches (match_id);
CREATE INDEX ix_standings_best_streak ON standings (scope, season, pool, shown, best_streak, user_id) WHERE best_streak > 0;
CREATE INDEX ix_standings_blitzes ON standings (scope, season, pool, shown, blitzes, user_id) WHERE blitzes > 0;
CREATE INDEX ix_standings_gins ON standings (scope, season, pool, shown, gins, user_id) WHERE gins > 0;
CREATE INDEX ix_standings_layoff_points ON standings (scope, season, pool, shown, layoff_points, user_id) WHERE layoff_points > 0;
CREATE INDEX ix_standings_points ON standings (scope, season, pool, shown, points, user_id) WHERE points > 0;
CREATE INDEX ix_standings_undercuts ON standings (scope, season, pool, shown, undercuts, user_id) WHERE undercuts > 0;
CREATE INDEX ix_standings_user ON standings (user_id, season, scope);
CREATE INDEX ix_standings_won ON standings (scope, season, pool, shown, won, user_id) WHERE won > 0;
CREATE INDEX ix_preset_results_user ON preset_results (user_id);
CREATE INDEX ix_head_to_head_balance ON head_to_head (scope, user_id, balance);
CREATE INDEX ix_head_to_head_matches ON head_to_head (scope, user_id, matches);
CREATE INDEX ix_head_to_head_other ON head_to_head (other_id);
CREATE INDEX ix_head_to_head_user ON head_to_head (user_id);
CREATE INDEX ix_ratings_user ON ratings (user_id);
CREATE INDEX ix_rating_history_match ON rating_history (match_id);
CREATE INDEX ix_rating_history_user ON rating_history (user_id);
CREATE INDEX ix_unrated_guild ON unrated (guild_id, ended_ms);
CREATE INDEX ix_season_places_user ON season_places (user_id, guild_id);
CREATE INDEX ix_season_roles_user ON season_roles (user_id);
CREATE INDEX ix_friends_friend ON friends (friend_id);
CREATE INDEX ix_blocks_blocked ON blocks (blocked_id);
CREATE INDEX ix_notes_receiver ON notes (receiver_id, note_id);
CREATE INDEX ix_notes_sender ON notes (sender_id, sent_ms);
CREATE INDEX ix_notes_unread ON notes (receiver_id) WHERE read_ms IS NULL;
CREATE INDEX ix_note_book_about ON note_book (about_id);
CREATE INDEX ix_reports_guild ON reports (guild_id, report_id);
CREATE INDEX ix_reports_reporter ON reports (reporter_id, at_ms);
CREATE INDEX ix_reports_reported ON reports (reported_id);
CREATE INDEX ix_bans_user ON bans (user_id);
CREATE INDEX ix_match_luck_pending ON match_luck (match_id) WHERE rounds IS NULL;
CREATE INDEX ix_matches_live_guild ON matches (guild_id, match_id) WHERE status = 'live';
CREATE INDEX ix_standings_rating ON standings (scope, season, pool, shown, rating, user_id, listed_until_ms) WHERE listed_until_ms > 0;
CREATE INDEX ix_matches_day ON matches (day, match_id) WHERE day IS NOT NULL;
CREATE INDEX ix_daily_tries_server ON daily_tries (guild_id, day, points, user_id) WHERE points IS NOT NULL;
CREATE INDEX ix_daily_tries_world ON daily_tries (shown, day, points, user_id) WHERE points IS NOT NULL;
CREATE INDEX ix_daily_tries_user ON daily_tries (user_id, day);
CREATE INDEX ix_daily_tries_match ON daily_tries (match_id);
CREATE INDEX ix_puzzle_answers_user ON puzzle_answers (user_id, day);
CREATE INDEX ix_achievements_name ON achievements (name);
CREATE INDEX ix_achievements_untold ON achievements (user_id) WHERE told = 0;
COMMIT;
