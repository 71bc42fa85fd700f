-- Version 2 of the books in PostgreSQL: the most a person wants to lose in a session. The newest row of a person holds.
CREATE TABLE loss_limits (
    ordinal BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users,
    cents   BIGINT CHECK (cents >= 0),
    at      BIGINT NOT NULL
);
CREATE INDEX loss_limits_by_user ON loss_limits (user_id, ordinal);
CREATE TRIGGER loss_limits_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON loss_limits
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
