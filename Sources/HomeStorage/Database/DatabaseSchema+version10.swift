extension DatabaseSchema {
    /// Adds the periods during which the gateway was away, in milliseconds since 1970.
    static let version10 = """
        CREATE TABLE absence (
            ended INTEGER NOT NULL PRIMARY KEY,
            began INTEGER NOT NULL
        ) STRICT;

        PRAGMA user_version = 10;
        """
}
