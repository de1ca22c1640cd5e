import HomeModel

extension DataInventory {
    /// How the gateway is connected to devices, and what it needs to record their values.
    static let connections: [StoredDataKind] = [
        StoredDataKind(
            "deviceReports", title: "Last reports of devices",
            what: "What paired devices report of themselves: their last values, also whether a room is occupied now, "
                + "and which other homes can control them.",
            purpose: "So that a device works at once after a restart, and a foreign controller is noticed.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.addDevices),
            places: [
                .folder("homekit", files: "*.json", "*.database"), .folder("matter", files: "*.attributes"),
            ]),
        StoredDataKind(
            "brokerMessages", title: "Last messages of devices",
            what: "The last message of a device, if its protocol keeps one, and messages that wait for the gateway.",
            purpose: "So that states are known at once after a restart, and no report is lost meanwhile.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [.folder("broker/data", files: "mosquitto.*"), .brokerService("data", files: "mosquitto.*")]),
        StoredDataKind(
            "recentReadings", title: "Readings of the last minutes",
            what: "Readings of the last minutes that are not in the database yet.",
            purpose: "So that no reading is lost when the power fails.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program, places: [.folder("", files: "home.sqlite-log-*")]),
        StoredDataKind(
            "series", title: "Recorded quantities",
            what: "Which quantities of which device are recorded.",
            purpose: "To find the readings of a device.",
            class: .confidential, about: .household, logs: .never, since: .database(1),
            kept: .retention([.energyDays, .environmentDays]), readers: .program,
            places: [.table("series", columns: "id", "device", "part", "capability", "kind")]),
        StoredDataKind(
            "retiredDevices", title: "Ids of removed devices",
            what: "The ids of devices that were removed.",
            purpose: "So that an id, and its history, never passes to another device.",
            class: .internalUse, about: .household, logs: .never, since: .database(1), kept: .homeLifetime,
            readers: .program, places: [.table("retired_device", columns: "id")]),
        StoredDataKind(
            "deviceMakers", title: "Certificates of makers",
            what: "Certificates of makers that people added.",
            purpose: "To recognise a genuine device.",
            class: .published, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.addDevices), places: [.folder("makers", files: "*.pem")]),
        StoredDataKind(
            "deviceProfiles", title: "Descriptions of device families",
            what: "Descriptions of device families that an administrator put into the folder.",
            purpose: "To use a device that describes itself in its own way.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilRemoved,
            readers: .program, places: [.folder("devices", files: "*.yaml", "*.yml", "*.md")]),
        StoredDataKind(
            "brokerConfiguration", title: "Message broker settings",
            what: "The settings of the message broker, and which topics each device may use.",
            purpose: "So that a device can neither read the messages of another one nor pretend to be it.",
            class: .confidential, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [
                .folder("broker", files: "access.acl", "mosquitto*.conf"),
                .brokerService("configuration", files: "access.acl", "mosquitto*.conf"),
            ]),
        StoredDataKind(
            "brokerLog", title: "Message broker log",
            what: "The log of the message broker: which devices connected, with their addresses at home.",
            purpose: "To find out why a device cannot connect.",
            class: .confidential, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [
                .folder("broker", files: "mosquitto.log"), .brokerService("configuration", files: "mosquitto.log"),
            ]),
    ]
}
