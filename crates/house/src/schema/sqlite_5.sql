-- Version 5 of the books in SQLite: the lines of old rounds may go to an archive, a file whose hash the books keep. Each
-- archive begins where the one before ended.
CREATE TABLE archives (
    after_round INTEGER NOT NULL UNIQUE,
    last_round  INTEGER NOT NULL PRIMARY KEY CHECK (last_round > after_round),
    lines       INTEGER NOT NULL CHECK (lines >= 0),
    hash        TEXT NOT NULL CHECK (length(hash) = 64),
    at          INTEGER NOT NULL
) STRICT;
CREATE TRIGGER archives_follow BEFORE INSERT ON archives
    WHEN NEW.after_round <> (SELECT COALESCE(max(last_round), 0) FROM archives)
    BEGIN SELECT RAISE(ABORT, 'an archive begins where the one before ended'); END;
CREATE TRIGGER archives_refuse_update BEFORE UPDATE ON archives
    BEGIN SELECT RAISE(ABORT, 'archives are never changed'); END;
CREATE TRIGGER archives_refuse_delete BEFORE DELETE ON archives
    BEGIN SELECT RAISE(ABORT, 'archives are never changed'); END;

DROP TRIGGER lines_refuse_delete;
CREATE TRIGGER lines_refuse_delete BEFORE DELETE ON lines
    WHEN (SELECT r.ordinal FROM rounds r WHERE r.id = OLD.round) > (SELECT COALESCE(max(last_round), 0) FROM archives)
    BEGIN SELECT RAISE(ABORT, 'lines are never changed'); END;

-- Rounds are looked up by the day they began on.
CREATE INDEX rounds_by_time ON rounds (at);
