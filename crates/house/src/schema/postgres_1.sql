-- Version 1 of the books in PostgreSQL. Money is whole cents, moments are microseconds.

CREATE TABLE requests (
    id    UUID NOT NULL PRIMARY KEY,
    asked TEXT NOT NULL CHECK (length(asked) = 64),
    reply TEXT NOT NULL,
    at    BIGINT NOT NULL
);

CREATE TABLE users (
    id          UUID NOT NULL PRIMARY KEY,
    name        TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    password    TEXT,
    role        TEXT NOT NULL CHECK (role IN ('player', 'floor', 'auditor')),
    at          BIGINT NOT NULL
);

CREATE TABLE sessions (
    token   TEXT NOT NULL PRIMARY KEY CHECK (length(token) = 64),
    user_id UUID NOT NULL REFERENCES users,
    expires BIGINT NOT NULL,
    at      BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires);

CREATE TABLE rules (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    text TEXT NOT NULL,
    at   BIGINT NOT NULL
);

CREATE TABLE tables (
    id UUID NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

CREATE TABLE table_changes (
    table_id UUID NOT NULL REFERENCES tables,
    number   BIGINT NOT NULL CHECK (number >= 0),
    standing TEXT NOT NULL CHECK (standing IN ('open', 'paused', 'closed')),
    text     TEXT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE accounts (
    id          UUID NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('house_bank', 'player', 'rack')),
    owner       UUID NOT NULL,
    posted      BIGINT NOT NULL,
    pending_out BIGINT NOT NULL CHECK (pending_out >= 0),
    pending_in  BIGINT NOT NULL CHECK (pending_in >= 0),
    at          BIGINT NOT NULL,
    UNIQUE (owner, kind),
    CHECK (kind <> 'player' OR posted - pending_out >= 0)
);

CREATE TABLE shoes (
    ordinal    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         UUID NOT NULL UNIQUE,
    table_id   UUID NOT NULL REFERENCES tables,
    commitment TEXT NOT NULL,
    secret     TEXT NOT NULL,
    format     BIGINT NOT NULL,
    at         BIGINT NOT NULL
);
CREATE INDEX shoes_by_table ON shoes (table_id, ordinal);

CREATE TABLE shoe_mixes (
    shoe UUID NOT NULL PRIMARY KEY REFERENCES shoes (id),
    text TEXT NOT NULL,
    at   BIGINT NOT NULL
);

CREATE TABLE shoe_reveals (
    shoe UUID NOT NULL PRIMARY KEY REFERENCES shoes (id),
    at   BIGINT NOT NULL
);

CREATE TABLE rounds (
    ordinal  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id       UUID NOT NULL UNIQUE,
    table_id UUID NOT NULL REFERENCES tables,
    rules    TEXT NOT NULL REFERENCES rules,
    shoe     UUID REFERENCES shoes (id),
    format   BIGINT NOT NULL,
    text     TEXT NOT NULL,
    at       BIGINT NOT NULL
);
CREATE INDEX rounds_by_table ON rounds (table_id, ordinal);
CREATE INDEX rounds_by_shoe ON rounds (shoe) WHERE shoe IS NOT NULL;

CREATE TABLE round_closes (
    round UUID NOT NULL PRIMARY KEY REFERENCES rounds (id),
    at    BIGINT NOT NULL
);

CREATE TABLE lines (
    round  UUID NOT NULL REFERENCES rounds (id),
    number BIGINT NOT NULL CHECK (number >= 0),
    kind   TEXT NOT NULL CHECK (kind IN ('step', 'event')),
    text   TEXT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (round, number)
);

-- `pending` is unique: whatever else may go wrong, no wager is resolved twice.
CREATE TABLE transfers (
    ordinal BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id      UUID NOT NULL UNIQUE,
    request UUID NOT NULL REFERENCES requests,
    debit   UUID NOT NULL REFERENCES accounts,
    credit  UUID NOT NULL REFERENCES accounts,
    amount  BIGINT NOT NULL CHECK (amount > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('posted', 'pending', 'post', 'void')),
    pending UUID UNIQUE REFERENCES transfers (id),
    code    TEXT NOT NULL,
    round   UUID REFERENCES rounds (id),
    at      BIGINT NOT NULL,
    CHECK (debit <> credit),
    CHECK ((kind IN ('post', 'void')) = (pending IS NOT NULL))
);
CREATE INDEX transfers_by_debit ON transfers (debit, ordinal);
CREATE INDEX transfers_by_credit ON transfers (credit, ordinal);
CREATE INDEX transfers_by_round ON transfers (round) WHERE round IS NOT NULL;

-- Who has wagered in which round, so that a player's history can be read a page at a time.
CREATE TABLE played (
    account       UUID NOT NULL REFERENCES accounts,
    round_ordinal BIGINT NOT NULL REFERENCES rounds (ordinal),
    PRIMARY KEY (account, round_ordinal)
);
CREATE INDEX played_by_round ON played (round_ordinal);

-- What is written stays written.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER requests_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON requests
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rules_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON rules
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tables_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON tables
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER table_changes_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON table_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shoes_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON shoes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shoe_mixes_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON shoe_mixes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shoe_reveals_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON shoe_reveals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rounds_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON rounds
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_closes_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON round_closes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lines_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON lines
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER played_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON played
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounts_refuse_update BEFORE UPDATE OF id, kind, owner, at ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounts_refuse_delete BEFORE DELETE OR TRUNCATE ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
