-- Version 3 of the books in PostgreSQL: what happened to a shoe after it was put on its table, in order, and the rounds
-- that the floor has voided.
CREATE TABLE shoe_events (
    shoe   UUID NOT NULL REFERENCES shoes (id),
    number BIGINT NOT NULL CHECK (number >= 0),
    text   TEXT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (shoe, number)
);
CREATE TABLE round_voids (
    round   UUID NOT NULL PRIMARY KEY REFERENCES rounds (id),
    user_id UUID NOT NULL REFERENCES users,
    text    TEXT NOT NULL,
    at      BIGINT NOT NULL
);
CREATE TRIGGER shoe_events_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON shoe_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_voids_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON round_voids
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
