-- Version 3 of the books in SQLite: what happened to a shoe after it was put on its table, in order, and the rounds that
-- the floor has voided.
CREATE TABLE shoe_events (
    shoe   BLOB NOT NULL REFERENCES shoes (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    text   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (shoe, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE round_voids (
    round   BLOB NOT NULL PRIMARY KEY REFERENCES rounds (id),
    user_id BLOB NOT NULL REFERENCES users,
    text    TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER shoe_events_refuse_update BEFORE UPDATE ON shoe_events
    BEGIN SELECT RAISE(ABORT, 'shoe_events are never changed'); END;
CREATE TRIGGER shoe_events_refuse_delete BEFORE DELETE ON shoe_events
    BEGIN SELECT RAISE(ABORT, 'shoe_events are never changed'); END;
CREATE TRIGGER round_voids_refuse_update BEFORE UPDATE ON round_voids
    BEGIN SELECT RAISE(ABORT, 'round_voids are never changed'); END;
CREATE TRIGGER round_voids_refuse_delete BEFORE DELETE ON round_voids
    BEGIN SELECT RAISE(ABORT, 'round_voids are never changed'); END;
