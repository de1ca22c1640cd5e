import HomeModel

extension DataInventory {
    /// Settings of the home as a whole.
    static let home: [StoredDataKind] = [
        StoredDataKind(
            "homeName", what: "The name of the home, under which the gateway is announced on the home's network.",
            purpose: "So that people recognise their home.",
            class: .confidential, about: .household, logs: .clear, since: .database(5), kept: .untilRemoved,
            readers: .everyone,
            places: [.table("home_name", columns: "name"), .log("service.wanted", "service.name")]),
        StoredDataKind(
            "homeTimeZone", what: "The time zone of the home.",
            purpose: "So that the hours of grants and the days of energy are those of the home.",
            class: .confidential, about: .household, logs: .never, since: .database(16), kept: .untilRemoved,
            readers: .everyone, places: [.table("home_time_zone", columns: "zone")]),
        StoredDataKind(
            "lockdown", what: "Since when the home is locked down.",
            purpose: "So that a lockdown also holds after a restart.",
            class: .internalUse, about: .household, logs: .never, since: .database(3), kept: .untilRemoved,
            readers: .everyone, places: [.table("lockdown", columns: "since")]),
        StoredDataKind(
            "rooms", what: "The rooms of the home, and the arrangement of its home screen.",
            purpose: "So that devices are found where they are.",
            class: .confidential, about: .household, logs: .never, since: .database(1), kept: .untilRemoved,
            readers: .everyone,
            places: [.table("room", columns: "id", "name"), .table("default_layout", columns: "layout")]),
        StoredDataKind(
            "tariffs", what: "The prices of electricity that people entered.",
            purpose: "To show what energy costs.",
            class: .confidential, about: .household, logs: .never, since: .database(13), kept: .untilRemoved,
            readers: .permission(.viewEnergy),
            places: [.table("tariff", columns: "valid_from", "currency", "price", "feed_in")]),
        StoredDataKind(
            "retentionTerms",
            what: "How long each kind of record is kept, the exceptions of single series, and the reason of each hold.",
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
