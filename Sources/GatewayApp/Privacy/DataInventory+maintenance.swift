import HomeModel

extension DataInventory {
    /// The appliances of the home, and what was done to them.
    static let maintenance: [StoredDataKind] = [
        StoredDataKind(
            "appliances", title: "Appliances of the home",
            what:
                "The appliances that people wrote down: names, rooms, makers, models, serial numbers, where, when and for "
                + "how much they were bought, the end of their warranty, and which device belongs to them.",
            purpose: "So that everything about an appliance is at hand when it breaks.",
            class: .confidential, about: .household, logs: .never, since: .database(20), kept: .untilRemoved,
            readers: .permission(.manageMaintenance),
            places: [
                .table(
                    "appliance", columns: "id", "name", "room", "maker", "model", "serial_number", "bought_on",
                    "bought_from", "price", "price_currency", "warranty_ends", "manual", "device", "part", "added_at",
                    "revision")
            ]),
        StoredDataKind(
            "serviceHistory", title: "Service history",
            what:
                "What was done to appliances and devices: the day, what it was, what it cost, who did it, and who wrote "
                + "it down.",
            purpose: "So that people know what was repaired, when, and by whom.",
            class: .confidential, about: .person, logs: .never, since: .database(20), kept: .untilRemoved,
            readers: .permission(.manageMaintenance),
            places: [
                .table(
                    "service_entry", columns: "id", "appliance", "device", "subject_name", "day", "title", "cost",
                    "cost_currency", "done_by", "provider", "task", "added_by", "added_at", "revision")
            ]),
        StoredDataKind(
            "maintenanceTasks", title: "Maintenance tasks",
            what:
                "What is to be done to appliances and devices, and when: the dates, what was counted, the day on which it "
                + "was last done, and who planned it and marked it as done.",
            purpose: "So that nothing is forgotten.",
            class: .confidential, about: .person, logs: .never, since: .database(21), kept: .untilRemoved,
            readers: .permission(.manageMaintenance),
            places: [
                .table(
                    "maintenance_task", columns: "id", "appliance", "device", "title", "is_safety", "schedule", "state",
                    "previous", "added_by", "added_at", "done_by", "template", "revision")
            ]),
        StoredDataKind(
            "maintenanceNotes", title: "Notes about upkeep",
            what: "Notes about appliances, services and tasks, and who wrote each one.",
            purpose: "So that people remember what the next repair needs.",
            class: .confidential, about: .person, logs: .never, since: .database(20), kept: .untilRemoved,
            readers: .permission(.manageMaintenance),
            places: [
                .table("appliance", columns: "note", "note_by"), .table("service_entry", columns: "note", "note_by"),
                .table("maintenance_task", columns: "note", "note_by"),
            ]),
    ]
}
