-- Version 6 of the books in SQLite: what the house keeps of a person beside money, in the caller's notation: a dealer's practice and tests.
CREATE TABLE notes (
    ordinal INTEGER PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users,
    kind    TEXT NOT NULL,
    hash    TEXT NOT NULL,
    text    TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_user ON notes (user_id, kind, ordinal);
CREATE INDEX notes_by_hash ON notes (hash);
CREATE TRIGGER notes_refuse_update BEFORE UPDATE ON notes
    BEGIN SELECT RAISE(ABORT, 'notes are never changed'); END;
CREATE TRIGGER notes_refuse_delete BEFORE DELETE ON notes
    BEGIN SELECT RAISE(ABORT, 'notes are never changed'); END;
