-- The upsert of the articles, as SQL:  flintlake --warehouse FOLDER sql -f examples/upsert.sql
-- The table customers gets three versions: the first load, a feed of changes, and a full snapshot.
SET spark.sql.session.timeZone = UTC;

CREATE OR REPLACE TEMPORARY VIEW first AS
SELECT customer_id, name, email, tier, CAST(updated_at AS TIMESTAMP) AS updated_at
FROM VALUES
  (1L, 'Ada',  'ada@example.com',  'gold',   '2026-03-01 08:00:00'),
  (2L, 'Ben',  'ben@example.com',  'silver', '2026-03-01 08:00:00'),
  (3L, 'Cleo', NULL,               'bronze', '2026-03-01 08:00:00'),
  (4L, 'Dora', 'dora@example.com', 'bronze', '2026-03-01 08:00:00'),
  (5L, 'Emil', 'emil@example.com', 'silver', '2026-03-01 08:00:00'),
  (6L, 'Fay',  'fay@example.com',  'closed', '2026-03-01 08:00:00')
  AS rows (customer_id, name, email, tier, updated_at);

CREATE TABLE customers USING delta AS
SELECT *, sha2(concat_ws('||', coalesce(name, ''), coalesce(email, ''), coalesce(tier, '')), 256) AS row_hash FROM first;

-- Customer 2 comes twice, 3 gets an address, 4 leaves, 5 is as it was, 7 is new, 8 has left before it came.
CREATE OR REPLACE TEMPORARY VIEW feed AS
SELECT *, sha2(concat_ws('||', coalesce(name, ''), coalesce(email, ''), coalesce(tier, '')), 256) AS row_hash
FROM (SELECT customer_id, name, email, tier, CAST(updated_at AS TIMESTAMP) AS updated_at, op
  FROM VALUES
    (2L, 'Ben',  'ben@old.example.com', 'silver', '2026-03-02 09:00:00', 'U'),
    (2L, 'Ben',  'ben@new.example.com', 'gold',   '2026-03-03 09:00:00', 'U'),
    (3L, 'Cleo', 'cleo@example.com',    'bronze', '2026-03-02 09:00:00', 'U'),
    (4L, 'Dora', 'dora@example.com',    'bronze', '2026-03-02 09:00:00', 'D'),
    (5L, 'Emil', 'emil@example.com',    'silver', '2026-03-02 09:00:00', 'U'),
    (7L, 'Gus',  'gus@example.com',     NULL,     '2026-03-03 09:00:00', 'I'),
    (8L, 'Hal',  'hal@example.com',     'bronze', '2026-03-03 09:00:00', 'D')
    AS rows (customer_id, name, email, tier, updated_at, op));

-- The newest row of each key; unchanged rows are left alone by their hash.
MERGE INTO customers AS t
USING (
  SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY customer_id ORDER BY updated_at DESC) AS rn FROM feed) WHERE rn = 1
) AS s
ON t.customer_id = s.customer_id
WHEN MATCHED AND s.op = 'D' THEN DELETE
WHEN MATCHED AND t.row_hash <> s.row_hash THEN
  UPDATE SET name = s.name, email = s.email, tier = s.tier, updated_at = s.updated_at, row_hash = s.row_hash
WHEN NOT MATCHED AND s.op <> 'D' THEN
  INSERT (customer_id, name, email, tier, updated_at, row_hash)
  VALUES (s.customer_id, s.name, s.email, s.tier, s.updated_at, s.row_hash);

-- A full snapshot: who is not in it is marked as closed, and deleted the next time.
CREATE OR REPLACE TEMPORARY VIEW snapshot AS
SELECT *, sha2(concat_ws('||', coalesce(name, ''), coalesce(email, ''), coalesce(tier, '')), 256) AS row_hash
FROM (SELECT customer_id, name, email, tier, CAST(updated_at AS TIMESTAMP) AS updated_at
  FROM VALUES
    (1L, 'Ada',  'ada@example.com',     'platinum', '2026-03-04 10:00:00'),
    (2L, 'Ben',  'ben@new.example.com', 'gold',     '2026-03-03 09:00:00'),
    (3L, 'Cleo', 'cleo@example.com',    'bronze',   '2026-03-02 09:00:00'),
    (7L, 'Gus',  'gus@example.com',     NULL,       '2026-03-03 09:00:00'),
    (9L, 'Ida',  'ida@example.com',     'silver',   '2026-03-04 10:00:00')
    AS rows (customer_id, name, email, tier, updated_at));

MERGE INTO customers AS t
USING snapshot AS s
ON t.customer_id = s.customer_id
WHEN MATCHED AND t.row_hash <> s.row_hash THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
WHEN NOT MATCHED BY SOURCE AND t.tier = 'closed' THEN DELETE
WHEN NOT MATCHED BY SOURCE THEN UPDATE SET tier = 'closed';

SELECT customer_id, name, email, tier, updated_at FROM customers VERSION AS OF 0 ORDER BY customer_id;
SELECT customer_id, name, email, tier, updated_at FROM customers VERSION AS OF 1 ORDER BY customer_id;
SELECT customer_id, name, email, tier, updated_at FROM customers ORDER BY customer_id;
DESCRIBE HISTORY customers;
