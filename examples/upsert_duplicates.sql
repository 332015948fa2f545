-- Two rows of the source have the same key: a MERGE cannot know which is right, so it refuses with
-- DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE. Run it after upsert.sql: the table stays as it was.
MERGE INTO customers AS t
USING (SELECT * FROM VALUES (2, 'ben@old.example.com'), (2, 'ben@new.example.com') AS rows (customer_id, email)) AS s
ON t.customer_id = s.customer_id
WHEN MATCHED THEN UPDATE SET email = s.email;
