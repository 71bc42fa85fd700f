-- Version 7 of the books in PostgreSQL: what the house keeps of a person beside money, in the caller's notation: a dealer's practice and tests.
CREATE TABLE notes (
    ordinal BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users,
    kind    TEXT NOT NULL,
    hash    TEXT NOT NULL,
    text    TEXT NOT NULL,
    at      BIGINT NOT NULL
);
CREATE INDEX notes_by_user ON notes (user_id, kind, ordinal);
CREATE INDEX notes_by_hash ON notes (hash);
CREATE TRIGGER notes_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON notes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
