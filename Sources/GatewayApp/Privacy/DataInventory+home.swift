import HomeModel

extension DataInventory {
    /// The home, its rooms and its devices.
    static let home: [StoredDataKind] = [
        StoredDataKind(
            "homeName", title: "Name of the home",
            what: "The name of the home, under which the gateway is announced on the home's network.",
            purpose: "So that people recognise their home.",
            class: .confidential, about: .household, logs: .clear, since: .database(5), kept: .untilRemoved,
            readers: .everyone,
            places: [.table("home_name", columns: "name"), .log("service.wanted", "service.name")]),
        StoredDataKind(
            "rooms", title: "Rooms and home screen",
            what: "The rooms of the home, and the arrangement of its home screen.",
            purpose: "So that devices are found where they are.",
            class: .confidential, about: .household, logs: .never, since: .database(1), kept: .untilRemoved,
            readers: .everyone,
            places: [.table("room", columns: "id", "name"), .table("default_layout", columns: "layout")]),
        StoredDataKind(
            "devices", title: "Devices of the home",
            what: "The devices of the home: names, rooms, makers, models, addresses, abilities, and what they control.",
            purpose: "To show and to control them.",
            class: .confidential, about: .household, logs: .clear, since: .database(1), kept: .untilRemoved,
            readers: .permission(.viewEnvironment),
            places: [
                .table(
                    "device", columns: "id", "name", "room", "link", "foreign_id", "root", "adopted_at", "description",
                    "native_description", "purposes"),
                .log("device.id", "mqtt.topic", "homekit.accessory", "matter.node"),
            ]),
    ]
}

extension DataInventory {
    /// Readings and states of devices over time.
    static let history: [StoredDataKind] = [
        StoredDataKind(
            "environmentReadings", title: "Temperatures, doors, lights, motion",
            what: "Readings and states of everything else, such as temperatures, doors, lights and motion, with their "
                + "hourly and daily summaries. Motion and presence are kept for seven days at most, unless an owner "
                + "allows more; in a home from an earlier version, until an owner has answered.",
            purpose: "To show the history of the home.",
            class: .sensitive, about: .household, logs: .never, since: .database(1),
            kept: .retention([.environmentDays, .environmentRollUpDays, .presenceDays]),
            readers: .permission(.viewEnvironment),
            places: records(of: .environment)),
        StoredDataKind(
            "energyReadings", title: "Energy readings",
            what: "Readings of energy: power, energy, voltage, current, gas and water, with their hourly and daily "
                + "summaries.",
            purpose: "To show the use of energy and what it costs.",
            class: .sensitive, about: .household, logs: .never, since: .database(1),
            kept: .retention([.energyDays, .energyRollUpDays]), readers: .permission(.viewEnergy),
            places: records(of: .energy)),
        StoredDataKind(
            "reachability", title: "When devices were reachable",
            what: "When each device could be reached.",
            purpose: "To tell a device that fails from one that is off, in the activity.",
            class: .sensitive, about: .household, logs: .never, since: .database(15),
            kept: .retention([.environmentDays]), readers: .permission(.viewEnvironment),
            places: [.table("reachability_change", columns: "device", "time", "is_reachable")]),
        StoredDataKind(
            "strikes", title: "Struck-out readings",
            what: "Readings that people struck out because they were wrong.",
            purpose: "So that a strike can be undone.",
            class: .sensitive, about: .household, logs: .never, since: .database(7), kept: .untilRemoved,
            readers: .permission(.modifySettings),
            places: [
                .table("strike", columns: "id", "device", "part", "capability", "struck_at"),
                .table("struck_reading", columns: "strike", "time", "value"),
            ]),
        StoredDataKind(
            "absences", title: "When the gateway was off",
            what: "When the gateway itself was off.",
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

extension DataInventory {
    /// Settings of the home as a whole.
    static let homeSettings: [StoredDataKind] = [
        StoredDataKind(
            "tariffs", title: "Electricity prices",
            what: "The prices of electricity that people entered.",
            purpose: "To show what energy costs.",
            class: .confidential, about: .household, logs: .never, since: .database(13), kept: .untilRemoved,
            readers: .permission(.viewEnergy),
            places: [.table("tariff", columns: "valid_from", "currency", "price", "feed_in")]),
        StoredDataKind(
            "homeTimeZone", title: "Time zone",
            what: "The time zone of the home.",
            purpose: "So that the hours of permissions and the days of energy follow the clocks of the home.",
            class: .confidential, about: .household, logs: .never, since: .database(16), kept: .untilRemoved,
            readers: .everyone, places: [.table("home_time_zone", columns: "zone")]),
        StoredDataKind(
            "lockdown", title: "Lockdown of the home",
            what: "Since when the home is locked down.",
            purpose: "So that a lockdown also holds after a restart.",
            class: .internalUse, about: .household, logs: .never, since: .database(3), kept: .untilRemoved,
            readers: .everyone, places: [.table("lockdown", columns: "since")]),
        StoredDataKind(
            "retentionTerms", title: "How long data is kept",
            what: "How long each kind of record is kept, the limit of motion and presence, exceptions for single "
                + "series, and why a series is protected from deletion.",
            purpose: "So that data is deleted when its time is over.",
            class: .confidential, about: .household, logs: .never, since: .database(1), kept: .untilRemoved,
            readers: .permission(.modifySettings),
            places: [
                .table("retention_term", columns: "record", "days"),
                .table(
                    "series_retention", columns: "device", "part", "capability", "days", "hold", "roll_up_days"),
            ]),
    ]
}
