import HomeModel

/// The inventory of all data that the program stores: one row for each kind. A new table, column, file, log key or
/// storage of the page belongs in a row here; tests compare the rows with the database, with `StateFolder.contents`, with
/// the sources and with the page.
enum DataInventory {
    /// In the order in which people read them: first what is about them.
    static let kinds: [StoredDataKind] =
        people + access + home + devices + history + audit + keys + clients + operation
}
