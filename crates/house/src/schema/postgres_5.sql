-- Version 5 of the books in PostgreSQL: the lines of old rounds may go to an archive, a file whose hash the books keep.
-- Each archive begins where the one before ended.
CREATE TABLE archives (
    after_round BIGINT NOT NULL UNIQUE,
    last_round  BIGINT NOT NULL PRIMARY KEY CHECK (last_round > after_round),
    lines       BIGINT NOT NULL CHECK (lines >= 0),
    hash        TEXT NOT NULL CHECK (length(hash) = 64),
    at          BIGINT NOT NULL
);
CREATE FUNCTION archives_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.after_round <> (SELECT COALESCE(max(last_round), 0) FROM archives) THEN
        RAISE EXCEPTION 'an archive begins where the one before ended';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER archives_follow BEFORE INSERT ON archives FOR EACH ROW EXECUTE FUNCTION archives_follow();
CREATE TRIGGER archives_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON archives
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DROP TRIGGER lines_refuse_change ON lines;
CREATE TRIGGER lines_refuse_change BEFORE UPDATE OR TRUNCATE ON lines
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_unarchived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT r.ordinal FROM rounds r WHERE r.id = OLD.round)
        > (SELECT COALESCE(max(last_round), 0) FROM archives) THEN
        RAISE EXCEPTION 'lines are never changed';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER lines_refuse_delete BEFORE DELETE ON lines FOR EACH ROW EXECUTE FUNCTION refuse_unarchived();

-- Rounds are looked up by the day they began on.
CREATE INDEX rounds_by_time ON rounds (at);
