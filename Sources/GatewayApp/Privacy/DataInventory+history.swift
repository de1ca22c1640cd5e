import HomeModel

extension DataInventory {
    /// Readings and states of devices over time.
    static let history: [StoredDataKind] = [
        StoredDataKind(
            "energyReadings",
            what: "Readings of energy: power, energy, voltage, current, gas and water, with their hourly and daily "
                + "summaries.",
            purpose: "To show the use of energy and what it costs.",
            class: .sensitive, about: .household, logs: .never, since: .database(1),
            kept: .retention([.energyDays, .energyRollUpDays]), readers: .permission(.viewEnergy),
            places: records(of: .energy)),
        StoredDataKind(
            "environmentReadings",
            what: "Readings and states of everything else, such as temperatures, doors, lights and motion, with their "
                + "hourly and daily summaries.",
            purpose: "To show the history of the home.",
            class: .sensitive, about: .household, logs: .never, since: .database(1),
            kept: .retention([.environmentDays, .environmentRollUpDays]), readers: .permission(.viewEnvironment),
            places: records(of: .environment)),
        StoredDataKind(
            "recentReadings", what: "Readings of the last minutes that are not in the database yet.",
            purpose: "So that no reading is lost when the power fails.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program, places: [.folder("", files: "home.sqlite-log-*")]),
        StoredDataKind(
            "series", what: "Which quantities of which device are recorded.",
            purpose: "To find the readings of a device.",
            class: .confidential, about: .household, logs: .never, since: .database(1),
            kept: .retention([.energyDays, .environmentDays]), readers: .program,
            places: [.table("series", columns: "id", "device", "part", "capability", "kind")]),
        StoredDataKind(
            "strikes", what: "Readings that people struck out because they were wrong.",
            purpose: "So that a strike can be undone.",
            class: .sensitive, about: .household, logs: .never, since: .database(7), kept: .untilRemoved,
            readers: .permission(.modifySettings),
            places: [
                .table("strike", columns: "id", "device", "part", "capability", "struck_at"),
                .table("struck_reading", columns: "strike", "time", "value"),
            ]),
        StoredDataKind(
            "reachability", what: "When each device could be reached.",
            purpose: "To tell a device that fails from one that is off, in the activity.",
            class: .sensitive, about: .household, logs: .never, since: .database(15),
            kept: .retention([.environmentDays]), readers: .permission(.viewEnvironment),
            places: [.table("reachability_change", columns: "device", "time", "is_reachable")]),
        StoredDataKind(
            "absences", what: "When the gateway itself was off.",
            purpose: "So that a gap in a history is not taken for a device that was off.",
            class: .internalUse, about: .noPerson, logs: .never, since: .database(10), kept: .untilReplaced,
            readers: .everyone, places: [.table("absence", columns: "ended", "began")]),
    ]

    /// The tables of the time series, in the rows of one kind of record.
    private static func records(of kind: RecordKind) -> [StoredDataPlace] {
        let blocks = ["fresh_block", "block", "roll_up_block", "day_block"].map { table in
            StoredDataPlace.history(kind, table: table, columns: "id", "series", "first", "last", "count", "data")
        }
        return blocks + [
            .history(kind, table: "state_change", columns: "series", "time", "value"),
            .history(kind, table: "series", columns: "last_time", "last_value"),
        ]
    }
}
