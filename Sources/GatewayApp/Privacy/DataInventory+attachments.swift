import HomeModel

extension DataInventory {
    /// Photographs and manuals of appliances and of the service history.
    static let attachments: [StoredDataKind] = [
        StoredDataKind(
            "attachments", title: "Lists of photographs and manuals",
            what:
                "Which photographs and manuals there are: of what, their titles, sizes and times, and who added each one.",
            purpose: "So that they are found at their appliance, and the photographs of a person can be erased.",
            class: .confidential, about: .person, logs: .never, since: .database(22), kept: .untilRemoved,
            readers: .permission(.manageMaintenance),
            places: [
                .table(
                    "attachment", columns: "id", "appliance", "service_entry", "kind", "title", "bytes",
                    "thumbnail_bytes", "width", "height", "added_by", "added_at")
            ]),
        StoredDataKind(
            "photographs", title: "Photographs and manuals",
            what:
                "Photographs and manuals that people added. The places and times that a camera writes into a picture are "
                + "removed, and the original picture is not kept.",
            purpose: "So that a type plate or a damage can be seen, and the manual is at hand.",
            class: .sensitive, about: .person, logs: .never, storage: .encrypted, since: .release("0.2.0"),
            kept: .untilRemoved, readers: .permission(.manageMaintenance),
            places: [.folder("attachments", files: "*.content", "*.thumbnail", ".*.part", "*.unlisted")]),
    ]
}
