"""Tables with one feature of Delta each, as SQL that Spark and Flintlake both run. {t} is the table's name."""

V = "VALUES (1, 'ann', 10.5D, DATE'2024-01-01'), (2, 'bob', -0.0D, NULL), (3, NULL, double('NaN'), DATE'1899-12-31'), (4, 'a b/c%', NULL, DATE'2024-02-29') AS v(id, name, x, d)"


def create(properties="", more="", columns="id INT, name STRING, x DOUBLE, d DATE"):
    tail = f" TBLPROPERTIES ({properties})" if properties else ""
    return [f"CREATE TABLE {{t}} ({columns}) USING delta{more}{tail}", f"INSERT INTO {{t}} SELECT * FROM {V}"]


CHANGES = [
    "UPDATE {t} SET x = 1.25 WHERE id = 2",
    "DELETE FROM {t} WHERE id = 3",
    "MERGE INTO {t} t USING (SELECT * FROM VALUES (1, 'eve'), (9, 'new') AS s(id, name)) s ON t.id = s.id"
    " WHEN MATCHED THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)",
]

FEATURES = {
    "plain": create(),
    "partitioned": create(more=" PARTITIONED BY (name)") + CHANGES[:2],
    "changed": create("'delta.enableDeletionVectors' = 'false'") + CHANGES,
    "deletion vectors": create("'delta.enableDeletionVectors' = 'true'") + CHANGES,
    "column mapping by name": create("'delta.columnMapping.mode' = 'name'")
    + ["ALTER TABLE {t} RENAME COLUMN name TO `full name`", "ALTER TABLE {t} DROP COLUMN d", "UPDATE {t} SET x = 7 WHERE id = 1"],
    "change data feed": create("'delta.enableChangeDataFeed' = 'true'") + CHANGES,
    "check constraint": create() + ["ALTER TABLE {t} ADD CONSTRAINT positive CHECK (id > 0)"] + CHANGES[:1],
    "generated column": create(columns="id INT, name STRING, x DOUBLE, d DATE, y INT GENERATED ALWAYS AS (id * 2)")[:1]
    + [f"INSERT INTO {{t}} (id, name, x, d) SELECT * FROM {V}"],
    "identity column": create(columns="id INT, name STRING, x DOUBLE, d DATE, n BIGINT GENERATED ALWAYS AS IDENTITY")[:1]
    + [f"INSERT INTO {{t}} (id, name, x, d) SELECT * FROM {V} WHERE id = 1"],
    "column default": create("'delta.feature.allowColumnDefaults' = 'supported'", columns="id INT, name STRING DEFAULT 'none', x DOUBLE, d DATE")
    + ["INSERT INTO {t} (id) VALUES (7)"],
    "timestamp without zone": ["CREATE TABLE {t} (id INT, t TIMESTAMP_NTZ) USING delta",
                               "INSERT INTO {t} VALUES (1, TIMESTAMP_NTZ'2024-02-29 12:00:00.000001'), (2, NULL)"],
    "in-commit timestamps": create("'delta.enableInCommitTimestamps' = 'true'") + CHANGES[:1],
    "row tracking": create("'delta.enableRowTracking' = 'true'") + CHANGES[:1],
    "v2 checkpoint": create("'delta.checkpointPolicy' = 'v2', 'delta.checkpointInterval' = '2'") + CHANGES,
    "checkpoint": create("'delta.checkpointInterval' = '2'") + CHANGES,
    "clustering": create(more=" CLUSTER BY (id)"),
    "nested types": ["CREATE TABLE {t} (id INT, a ARRAY<STRUCT<k: STRING, v: DECIMAL(10,2)>>, m MAP<STRING, ARRAY<INT>>) USING delta",
                     "INSERT INTO {t} VALUES (1, array(named_struct('k', 'x', 'v', 1.50BD), NULL), map('a', array(1, NULL))), (2, NULL, map())"],
    "schema evolution": create() + ["ALTER TABLE {t} ADD COLUMNS (more STRING)", "INSERT INTO {t} VALUES (8, 'h', 0.5D, NULL, 'there')"],
    "time travel": create() + CHANGES[:2] + ["RESTORE TABLE {t} TO VERSION AS OF 1"],
}
