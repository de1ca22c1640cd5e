import HomeModel

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
                .log("device.id", "mqtt.topic"),
            ]),
        StoredDataKind(
            "retiredDevices", what: "The ids of devices that were removed.",
            purpose: "So that an id, and its history, never passes to another device.",
            class: .internalUse, about: .household, logs: .never, since: .database(1), kept: .homeLifetime,
            readers: .program, places: [.table("retired_device", columns: "id")]),
        StoredDataKind(
            "deviceReports",
            what: "What paired devices report of themselves, also which other homes can control them.",
            purpose: "So that a device works at once after a restart, and a foreign controller is noticed.",
            class: .confidential, about: .otherHomes, logs: .clear, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.addDevices),
            places: [
                .folder("homekit", files: "*.json", "*.database"), .folder("matter", files: "*.attributes"),
                .log("homekit.accessory", "matter.node"),
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
            what: "The last message of each device that its protocol keeps, and messages that wait for the gateway.",
            purpose: "So that states are known at once after a restart, and no report is lost meanwhile.",
            class: .sensitive, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [.folder("broker/data", files: "mosquitto.*"), .brokerService("data", files: "mosquitto.*")]),
        StoredDataKind(
            "brokerConfiguration", what: "The settings of the broker, and which device may use which topics.",
            purpose: "So that a device can neither read nor pretend to be another one.",
            class: .confidential, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [
                .folder("broker", files: "access.acl", "mosquitto*.conf"),
                .brokerService("configuration", files: "access.acl", "mosquitto*.conf"),
            ]),
        StoredDataKind(
            "brokerLog", what: "The log of the broker: connections of devices with their addresses at home.",
            purpose: "To find out why a device cannot connect.",
            class: .confidential, about: .household, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .program,
            places: [
                .folder("broker", files: "mosquitto.log"), .brokerService("configuration", files: "mosquitto.log"),
            ]),
    ]
}
