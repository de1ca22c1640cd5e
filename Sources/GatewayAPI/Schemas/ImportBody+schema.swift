import GatewayCore
import GatewayWire
import HomeModel

extension NewImportBody: DocumentedBody {
    static let schema = Schema.component(
        "NewImport", .object(["source": .id.about("Where the past comes from, in one word for the audit.")]))
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
                    "What it is called where it comes from: the same origin is the same device the next time."),
                "name": .text.about("Reduced to the name rule."), "quantity": .capabilityName,
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
                "values": .array(of: .number).about("As many."),
            ],
            optional: [
                "unit": .text.about("The canonical one when absent."),
                "isHourly": .boolean.about("Each stands for its hour, and is wanted only where nothing else is."),
            ]))
}

extension ImportEndBody: DocumentedBody {
    static let schema = Schema.component(
        "ImportEnd", .object(["isComplete": .boolean.about("False when it ended before its source did.")]))
    static let example = ImportEndBody(isComplete: true)
}

extension ImportCounts: DocumentedBody, Answer {
    static let schema = Schema.component(
        "ImportCounts",
        .object([
            "new": .count, "known": .count.about("There already."),
            "rejected": .table(of: .count, by: .text).about("Not believed, by reason."),
        ]))
    static let example = ImportCounts(new: 8640, known: 12, rejected: ["outOfRange": 1])
}
