-- A lease that changes hands changes a key, so PostgreSQL locks its row against every transaction that relies on it; one that is only
-- renewed does not, and goes on beside them.
ALTER TABLE leases ADD UNIQUE (table_id, epoch);
