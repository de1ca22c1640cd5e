import GatewayCore
import GatewayWire
import HomeModel

extension NewImportBody: DocumentedBody {
    static let schema = Schema.component(
        "NewImport", .object(["source": .id.about("The source of the history, in one word for the audit log.")]))
    static let example = NewImportBody(source: "home-assistant")
}

extension ImportBody: DocumentedBody {
    static let schema = Schema.component("Import", .object(["id": .id]))
    static let example = ImportBody(id: ImportID("import-3f0c2a4e"))
}

extension ArchivedDeviceBody: DocumentedBody {
    static let schema = Schema.component(
        "ArchivedDevice",
        .object(
            [
                "origin": .text(1...ArchivedOrigin.maximumBytes).about(
                    "Its name in the source: the same origin is the same device in a later import."),
                "name": .text.about("Characters that are not allowed in names are removed."),
                "quantity": .capabilityName,
            ],
            optional: ["flow": .flow.about("Without one, power and energy are not counted.")]))

    static let example = ArchivedDeviceBody(
        origin: "sensor.solar_energy", name: "Solar energy", quantity: CapabilityName(.energy), flow: .production)
}

extension ImportedReadingsBody: DocumentedBody {
    static let schema = Schema.component(
        "ImportedReadings",
        .object([
            "series": .array(of: .importedSeries, atMost: maximumSeries).about(
                "At most \(maximumReadings) readings in all.")
        ]))

    static let example = ImportedReadingsBody(series: [
        ImportedSeriesBody(
            device: DeviceID("solar-energy"), quantity: CapabilityName(.energy), unit: "kWh", isHourly: true,
            times: [Timestamp.example.milliseconds], values: [1204.5])
    ])
}

extension Schema {
    fileprivate static let importedSeries = component(
        "ImportedSeries",
        .object(
            [
                "device": .id, "part": .id, "quantity": .capabilityName,
                "times": .array(of: .integer).about("Milliseconds since 1970, UTC; in any order."),
                "values": .array(of: .number).about("As many values as times."),
            ],
            optional: [
                "unit": .text.about("The canonical unit if absent."),
                "isHourly": .boolean.about(
                    "Each value stands for its hour, and is stored only where there is no other."),
            ]))
}

extension ImportEndBody: DocumentedBody {
    static let schema = Schema.component(
        "ImportEnd", .object(["isComplete": .boolean.about("False if it ended before the end of its source.")]))
    static let example = ImportEndBody(isComplete: true)
}

extension ImportCounts: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "ImportCounts",
        .object([
            "new": .count, "known": .count.about("Readings that were already stored."),
            "rejected": .table(of: .count, by: .text).about("Rejected readings, by reason."),
        ]))
    static let example = ImportCounts(new: 8640, known: 12, rejected: ["outOfRange": 1])
}
