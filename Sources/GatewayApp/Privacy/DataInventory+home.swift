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
            purpose: "So that the hours of permissions and the days of energy follow the clocks of the home.",
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
            what:
                "How long each kind of record is kept, the limit of motion and presence, exceptions for single "
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

extension DataInventory {
    /// The devices of the home, and how the gateway is connected to them.
    static let devices: [StoredDataKind] = [
        StoredDataKind(
            "devices",
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
        StoredDataKind(
            "retiredDevices", what: "The ids of devices that were removed.",
            purpose: "So that an id, and its history, never passes to another device.",
            class: .internalUse, about: .household, logs: .never, since: .database(1), kept: .homeLifetime,
            readers: .program, places: [.table("retired_device", columns: "id")]),
        StoredDataKind(
            "deviceReports",
            what: "What paired devices report of themselves: their last values, also whether a room is occupied now, "
                + "and which other homes can control them.",
            purpose: "So that a device works at once after a restart, and a foreign controller is noticed.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.addDevices),
            places: [
                .folder("homekit", files: "*.json", "*.database"), .folder("matter", files: "*.attributes"),
            ]),
        StoredDataKind(
            "deviceMakers", what: "Certificates of makers that people added.",
            purpose: "To recognise a genuine device.",
            class: .published, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.addDevices), places: [.folder("makers", files: "*.pem")]),
        StoredDataKind(
            "deviceProfiles", what: "Descriptions of device families that an administrator put into the folder.",
            purpose: "To use a device that describes itself in its own way.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilRemoved,
            readers: .program, places: [.folder("devices", files: "*.yaml", "*.yml", "*.md")]),
        StoredDataKind(
            "brokerMessages",
            what: "The last message of a device, if its protocol keeps one, and messages that wait for the gateway.",
            purpose: "So that states are known at once after a restart, and no report is lost meanwhile.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [.folder("broker/data", files: "mosquitto.*"), .brokerService("data", files: "mosquitto.*")]),
        StoredDataKind(
            "brokerConfiguration", what: "The settings of the message broker, and which topics each device may use.",
            purpose: "So that a device can neither read the messages of another one nor pretend to be it.",
            class: .confidential, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [
                .folder("broker", files: "access.acl", "mosquitto*.conf"),
                .brokerService("configuration", files: "access.acl", "mosquitto*.conf"),
            ]),
        StoredDataKind(
            "brokerLog", what: "The log of the message broker: which devices connected, with their addresses at home.",
            purpose: "To find out why a device cannot connect.",
            class: .confidential, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [
                .folder("broker", files: "mosquitto.log"), .brokerService("configuration", files: "mosquitto.log"),
            ]),
    ]
}

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
                + "hourly and daily summaries. Motion and presence are kept for seven days at most, unless an owner "
                + "allows more; in a home from an earlier version, until an owner has answered.",
            purpose: "To show the history of the home.",
            class: .sensitive, about: .household, logs: .never, since: .database(1),
            kept: .retention([.environmentDays, .environmentRollUpDays, .presenceDays]),
            readers: .permission(.viewEnvironment),
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
