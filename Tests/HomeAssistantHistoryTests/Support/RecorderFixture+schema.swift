extension RecorderFixture {
    static func schema(_ version: SchemaVersion) -> String {
        switch version {
        case .version22: version22
        case .version30: version30
        case .version51: version51
        }
    }

    private static let version22 = """
        CREATE TABLE states (state_id INTEGER NOT NULL, domain VARCHAR(64), entity_id VARCHAR(255),
            state VARCHAR(255), attributes TEXT, event_id INTEGER, last_changed DATETIME, last_updated DATETIME,
            created DATETIME, old_state_id INTEGER, PRIMARY KEY (state_id));
        CREATE INDEX ix_states_entity_id_last_updated ON states (entity_id, last_updated);
        CREATE INDEX ix_states_last_updated ON states (last_updated);
        CREATE TABLE statistics_meta (id INTEGER NOT NULL, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, PRIMARY KEY (id));
        CREATE TABLE statistics (id INTEGER NOT NULL, created DATETIME, metadata_id INTEGER, start DATETIME,
            mean FLOAT, min FLOAT, max FLOAT, last_reset DATETIME, state FLOAT, sum FLOAT, PRIMARY KEY (id));
        CREATE INDEX ix_statistics_statistic_id_start ON statistics (metadata_id, start);
        """

    private static let version30 = """
        CREATE TABLE state_attributes (attributes_id INTEGER NOT NULL, hash BIGINT, shared_attrs TEXT,
            PRIMARY KEY (attributes_id));
        CREATE TABLE states (state_id INTEGER NOT NULL, entity_id VARCHAR(255), state VARCHAR(255), attributes TEXT,
            event_id INTEGER, last_changed DATETIME, last_updated DATETIME, old_state_id INTEGER,
            attributes_id INTEGER, context_id VARCHAR(36), context_user_id VARCHAR(36),
            context_parent_id VARCHAR(36), origin_idx SMALLINT, PRIMARY KEY (state_id));
        CREATE INDEX ix_states_entity_id_last_updated ON states (entity_id, last_updated);
        CREATE TABLE statistics_meta (id INTEGER NOT NULL, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, name VARCHAR(255),
            PRIMARY KEY (id));
        CREATE TABLE statistics (id INTEGER NOT NULL, created DATETIME, metadata_id INTEGER, start DATETIME,
            mean FLOAT, min FLOAT, max FLOAT, last_reset DATETIME, state FLOAT, sum FLOAT, PRIMARY KEY (id));
        CREATE UNIQUE INDEX ix_statistics_statistic_id_start ON statistics (metadata_id, start);
        """

    private static let version51 = """
        CREATE TABLE state_attributes (attributes_id INTEGER NOT NULL, hash BIGINT, shared_attrs TEXT,
            PRIMARY KEY (attributes_id));
        CREATE TABLE states_meta (metadata_id INTEGER NOT NULL, entity_id VARCHAR(255), PRIMARY KEY (metadata_id));
        CREATE UNIQUE INDEX ix_states_meta_entity_id ON states_meta (entity_id);
        CREATE TABLE states (state_id INTEGER NOT NULL, entity_id CHAR(0), state VARCHAR(255), attributes CHAR(0),
            event_id SMALLINT, last_changed CHAR(0), last_changed_ts FLOAT, last_reported_ts FLOAT,
            last_updated CHAR(0), last_updated_ts FLOAT, old_state_id INTEGER, attributes_id INTEGER,
            context_id CHAR(0), context_user_id CHAR(0), context_parent_id CHAR(0), origin_idx SMALLINT,
            context_id_bin BLOB, context_user_id_bin BLOB, context_parent_id_bin BLOB, metadata_id INTEGER,
            PRIMARY KEY (state_id));
        CREATE INDEX ix_states_metadata_id_last_updated_ts ON states (metadata_id, last_updated_ts);
        CREATE INDEX ix_states_last_updated_ts ON states (last_updated_ts);
        CREATE TABLE statistics_meta (id INTEGER NOT NULL, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), unit_class VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN,
            name VARCHAR(255), mean_type SMALLINT NOT NULL DEFAULT 0, PRIMARY KEY (id));
        CREATE TABLE statistics (id INTEGER NOT NULL, created CHAR(0), created_ts FLOAT, metadata_id INTEGER,
            start CHAR(0), start_ts FLOAT, mean FLOAT, mean_weight FLOAT, min FLOAT, max FLOAT, last_reset CHAR(0),
            last_reset_ts FLOAT, state FLOAT, sum FLOAT, PRIMARY KEY (id));
        CREATE UNIQUE INDEX ix_statistics_statistic_id_start_ts ON statistics (metadata_id, start_ts);
        """
}
