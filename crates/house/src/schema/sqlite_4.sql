-- Version 4 of the books in SQLite: one open round at a table, and what a player bought and won in a day.

-- The round that is not over at each table. Two of them cannot be written, whatever the programs believe.
CREATE TABLE rounds_open (
    table_id BLOB NOT NULL PRIMARY KEY REFERENCES tables,
    round    BLOB NOT NULL UNIQUE REFERENCES rounds (id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO rounds_open
    SELECT r.table_id, r.id FROM rounds r
    WHERE NOT EXISTS (SELECT 1 FROM round_closes c WHERE c.round = r.id)
    ORDER BY r.ordinal;
CREATE TRIGGER rounds_open_by_round AFTER INSERT ON rounds
    BEGIN INSERT INTO rounds_open (table_id, round) VALUES (NEW.table_id, NEW.id); END;
CREATE TRIGGER rounds_open_by_close AFTER INSERT ON round_closes
    BEGIN DELETE FROM rounds_open WHERE round = NEW.round; END;

-- What an account bought (less what it sold) and won (less what it lost) on a day in UTC, counted from 1970.
CREATE TABLE account_days (
    account BLOB NOT NULL REFERENCES accounts,
    day     INTEGER NOT NULL,
    bought  INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;
INSERT INTO account_days
    SELECT account, day, sum(bought), sum(won) FROM (
        SELECT credit AS account, at / 86400000000 AS day,
               CASE code WHEN 'buy_in' THEN amount ELSE 0 END AS bought,
               CASE code WHEN 'payout' THEN amount ELSE 0 END AS won
        FROM transfers WHERE code IN ('buy_in', 'payout')
        UNION ALL
        SELECT debit, at / 86400000000,
               CASE code WHEN 'cash_out' THEN -amount ELSE 0 END,
               CASE code WHEN 'loss' THEN -amount ELSE 0 END
        FROM transfers WHERE code IN ('cash_out', 'loss')
    ) AS moved GROUP BY account, day;
