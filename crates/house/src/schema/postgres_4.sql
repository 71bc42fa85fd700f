-- Version 4 of the books in PostgreSQL: one open round at a table, what a player bought and won in a day, and which
-- server deals at which table.

-- The round that is not over at each table. Two of them cannot be written, whatever the programs believe.
CREATE TABLE rounds_open (
    table_id UUID NOT NULL PRIMARY KEY REFERENCES tables,
    round    UUID NOT NULL UNIQUE REFERENCES rounds (id)
);
INSERT INTO rounds_open
    SELECT DISTINCT ON (r.table_id) r.table_id, r.id FROM rounds r
    WHERE NOT EXISTS (SELECT 1 FROM round_closes c WHERE c.round = r.id)
    ORDER BY r.table_id, r.ordinal;
CREATE FUNCTION round_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO rounds_open (table_id, round) VALUES (NEW.table_id, NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER rounds_open_by_round AFTER INSERT ON rounds
    FOR EACH ROW EXECUTE FUNCTION round_opens();
CREATE FUNCTION round_closes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM rounds_open WHERE round = NEW.round;
    RETURN NULL;
END $$;
CREATE TRIGGER rounds_open_by_close AFTER INSERT ON round_closes
    FOR EACH ROW EXECUTE FUNCTION round_closes();

-- What an account bought (less what it sold) and won (less what it lost) on a day in UTC, counted from 1970.
CREATE TABLE account_days (
    account UUID NOT NULL REFERENCES accounts,
    day     BIGINT NOT NULL,
    bought  BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    PRIMARY KEY (account, day)
);
INSERT INTO account_days
    SELECT account, day, sum(bought), sum(won) FROM (
        SELECT credit AS account, div(at, 86400000000)::bigint AS day,
               CASE code WHEN 'buy_in' THEN amount ELSE 0 END AS bought,
               CASE code WHEN 'payout' THEN amount ELSE 0 END AS won
        FROM transfers WHERE code IN ('buy_in', 'payout')
        UNION ALL
        SELECT debit, div(at, 86400000000)::bigint,
               CASE code WHEN 'cash_out' THEN -amount ELSE 0 END,
               CASE code WHEN 'loss' THEN -amount ELSE 0 END
        FROM transfers WHERE code IN ('cash_out', 'loss')
    ) AS moved GROUP BY account, day;

-- Which server deals at a table, until when by the clock of this database, and how often the table has changed hands.
-- The table need not be there yet: its lease is taken before it is opened.
CREATE TABLE leases (
    table_id UUID NOT NULL PRIMARY KEY,
    owner    UUID NOT NULL,
    address  TEXT NOT NULL,
    epoch    BIGINT NOT NULL CHECK (epoch > 0),
    expires  TIMESTAMPTZ NOT NULL,
    card     TEXT NOT NULL
);
CREATE INDEX leases_by_owner ON leases (owner);
