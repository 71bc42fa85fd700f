-- Version 2 of the books in SQLite: the most a person wants to lose in a session. The newest row of a person holds.
CREATE TABLE loss_limits (
    ordinal INTEGER PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users,
    cents   INTEGER CHECK (cents >= 0),
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX loss_limits_by_user ON loss_limits (user_id, ordinal);
CREATE TRIGGER loss_limits_refuse_update BEFORE UPDATE ON loss_limits
    BEGIN SELECT RAISE(ABORT, 'loss_limits are never changed'); END;
CREATE TRIGGER loss_limits_refuse_delete BEFORE DELETE ON loss_limits
    BEGIN SELECT RAISE(ABORT, 'loss_limits are never changed'); END;
