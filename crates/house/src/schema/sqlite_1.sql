-- Version 1 of the books in SQLite. Ids are the 16 bytes of a UUID, money is whole cents, moments are microseconds.

CREATE TABLE requests (
    id    BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    asked TEXT NOT NULL CHECK (length(asked) = 64),
    reply TEXT NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
    id          BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name        TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    password    TEXT,
    role        TEXT NOT NULL CHECK (role IN ('player', 'floor', 'auditor')),
    at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    token   TEXT NOT NULL PRIMARY KEY CHECK (length(token) = 64),
    user_id BLOB NOT NULL REFERENCES users,
    expires INTEGER NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires);

CREATE TABLE rules (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    text TEXT NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE table_changes (
    table_id BLOB NOT NULL REFERENCES tables,
    number   INTEGER NOT NULL CHECK (number >= 0),
    standing TEXT NOT NULL CHECK (standing IN ('open', 'paused', 'closed')),
    text     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    id          BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind        TEXT NOT NULL CHECK (kind IN ('house_bank', 'player', 'rack')),
    owner       BLOB NOT NULL CHECK (length(owner) = 16),
    posted      INTEGER NOT NULL,
    pending_out INTEGER NOT NULL CHECK (pending_out >= 0),
    pending_in  INTEGER NOT NULL CHECK (pending_in >= 0),
    at          INTEGER NOT NULL,
    UNIQUE (owner, kind),
    CHECK (kind <> 'player' OR posted - pending_out >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE shoes (
    ordinal    INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    table_id   BLOB NOT NULL REFERENCES tables,
    commitment TEXT NOT NULL,
    secret     TEXT NOT NULL,
    format     INTEGER NOT NULL,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX shoes_by_table ON shoes (table_id, ordinal);

CREATE TABLE shoe_mixes (
    shoe BLOB NOT NULL PRIMARY KEY REFERENCES shoes (id),
    text TEXT NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE shoe_reveals (
    shoe BLOB NOT NULL PRIMARY KEY REFERENCES shoes (id),
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rounds (
    ordinal  INTEGER PRIMARY KEY,
    id       BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    table_id BLOB NOT NULL REFERENCES tables,
    rules    TEXT NOT NULL REFERENCES rules,
    shoe     BLOB REFERENCES shoes (id),
    format   INTEGER NOT NULL,
    text     TEXT NOT NULL,
    at       INTEGER NOT NULL
) STRICT;
CREATE INDEX rounds_by_table ON rounds (table_id, ordinal);
CREATE INDEX rounds_by_shoe ON rounds (shoe) WHERE shoe IS NOT NULL;

CREATE TABLE round_closes (
    round BLOB NOT NULL PRIMARY KEY REFERENCES rounds (id),
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lines (
    round  BLOB NOT NULL REFERENCES rounds (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    kind   TEXT NOT NULL CHECK (kind IN ('step', 'event')),
    text   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (round, number)
) STRICT, WITHOUT ROWID;

-- `pending` is unique: whatever else may go wrong, no wager is resolved twice.
CREATE TABLE transfers (
    ordinal INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    request BLOB NOT NULL REFERENCES requests,
    debit   BLOB NOT NULL REFERENCES accounts,
    credit  BLOB NOT NULL REFERENCES accounts,
    amount  INTEGER NOT NULL CHECK (amount > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('posted', 'pending', 'post', 'void')),
    pending BLOB UNIQUE REFERENCES transfers (id),
    code    TEXT NOT NULL,
    round   BLOB REFERENCES rounds (id),
    at      INTEGER NOT NULL,
    CHECK (debit <> credit),
    CHECK ((kind IN ('post', 'void')) = (pending IS NOT NULL))
) STRICT;
CREATE INDEX transfers_by_debit ON transfers (debit, ordinal);
CREATE INDEX transfers_by_credit ON transfers (credit, ordinal);
CREATE INDEX transfers_by_round ON transfers (round) WHERE round IS NOT NULL;

-- Who has wagered in which round, so that a player's history can be read a page at a time.
CREATE TABLE played (
    account       BLOB NOT NULL REFERENCES accounts,
    round_ordinal INTEGER NOT NULL REFERENCES rounds (ordinal),
    PRIMARY KEY (account, round_ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_by_round ON played (round_ordinal);

-- What is written stays written.
CREATE TRIGGER requests_refuse_update BEFORE UPDATE ON requests
    BEGIN SELECT RAISE(ABORT, 'requests are never changed'); END;
CREATE TRIGGER requests_refuse_delete BEFORE DELETE ON requests
    BEGIN SELECT RAISE(ABORT, 'requests are never changed'); END;
CREATE TRIGGER rules_refuse_update BEFORE UPDATE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules are never changed'); END;
CREATE TRIGGER rules_refuse_delete BEFORE DELETE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules are never changed'); END;
CREATE TRIGGER tables_refuse_update BEFORE UPDATE ON tables
    BEGIN SELECT RAISE(ABORT, 'tables are never changed'); END;
CREATE TRIGGER tables_refuse_delete BEFORE DELETE ON tables
    BEGIN SELECT RAISE(ABORT, 'tables are never changed'); END;
CREATE TRIGGER table_changes_refuse_update BEFORE UPDATE ON table_changes
    BEGIN SELECT RAISE(ABORT, 'table_changes are never changed'); END;
CREATE TRIGGER table_changes_refuse_delete BEFORE DELETE ON table_changes
    BEGIN SELECT RAISE(ABORT, 'table_changes are never changed'); END;
CREATE TRIGGER shoes_refuse_update BEFORE UPDATE ON shoes
    BEGIN SELECT RAISE(ABORT, 'shoes are never changed'); END;
CREATE TRIGGER shoes_refuse_delete BEFORE DELETE ON shoes
    BEGIN SELECT RAISE(ABORT, 'shoes are never changed'); END;
CREATE TRIGGER shoe_mixes_refuse_update BEFORE UPDATE ON shoe_mixes
    BEGIN SELECT RAISE(ABORT, 'shoe_mixes are never changed'); END;
CREATE TRIGGER shoe_mixes_refuse_delete BEFORE DELETE ON shoe_mixes
    BEGIN SELECT RAISE(ABORT, 'shoe_mixes are never changed'); END;
CREATE TRIGGER shoe_reveals_refuse_update BEFORE UPDATE ON shoe_reveals
    BEGIN SELECT RAISE(ABORT, 'shoe_reveals are never changed'); END;
CREATE TRIGGER shoe_reveals_refuse_delete BEFORE DELETE ON shoe_reveals
    BEGIN SELECT RAISE(ABORT, 'shoe_reveals are never changed'); END;
CREATE TRIGGER rounds_refuse_update BEFORE UPDATE ON rounds
    BEGIN SELECT RAISE(ABORT, 'rounds are never changed'); END;
CREATE TRIGGER rounds_refuse_delete BEFORE DELETE ON rounds
    BEGIN SELECT RAISE(ABORT, 'rounds are never changed'); END;
CREATE TRIGGER round_closes_refuse_update BEFORE UPDATE ON round_closes
    BEGIN SELECT RAISE(ABORT, 'round_closes are never changed'); END;
CREATE TRIGGER round_closes_refuse_delete BEFORE DELETE ON round_closes
    BEGIN SELECT RAISE(ABORT, 'round_closes are never changed'); END;
CREATE TRIGGER lines_refuse_update BEFORE UPDATE ON lines
    BEGIN SELECT RAISE(ABORT, 'lines are never changed'); END;
CREATE TRIGGER lines_refuse_delete BEFORE DELETE ON lines
    BEGIN SELECT RAISE(ABORT, 'lines are never changed'); END;
CREATE TRIGGER transfers_refuse_update BEFORE UPDATE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
CREATE TRIGGER transfers_refuse_delete BEFORE DELETE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
CREATE TRIGGER played_refuse_update BEFORE UPDATE ON played
    BEGIN SELECT RAISE(ABORT, 'played are never changed'); END;
CREATE TRIGGER played_refuse_delete BEFORE DELETE ON played
    BEGIN SELECT RAISE(ABORT, 'played are never changed'); END;
CREATE TRIGGER accounts_refuse_update BEFORE UPDATE OF id, kind, owner, at ON accounts
    BEGIN SELECT RAISE(ABORT, 'of accounts only the balances change'); END;
CREATE TRIGGER accounts_refuse_delete BEFORE DELETE ON accounts
    BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
