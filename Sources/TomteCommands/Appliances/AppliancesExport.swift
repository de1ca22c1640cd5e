import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte appliances export`.
struct AppliancesExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the inventory as CSV or JSON, for instance for an insurance.",
        discussion: HelpDiscussion.discussion(
            "It is CSV, unless --format json is given. It contains serial numbers and prices. tomte maintenance history "
                + "export writes the service history.",
            commands: "tomte appliances export -o appliances.csv", "tomte appliances export --format json"))

    @OptionGroup var gateway: GatewayOptions

    @OptionGroup var format: ExportFormatOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file (default: standard output).", valueName: "file"))
    var output: String?

    func run() async throws(CLIError) {
        let file = try output.map { path throws(CLIError) in try OutputFile.create(path) }
        let console = file ?? Console.output
        try await gateway.withClient { client throws(CLIError) in
            let answer = try await client.appliances()
            if format.value(otherwise: .csv) == .json {
                console.json(answer.bytes)
            } else {
                console.raw(Array(ApplianceCSV.text(try answer.body()).utf8))
            }
        }
        file?.close()
    }
}

/// The subcommand `tomte appliances import`.
struct AppliancesImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the appliances of a CSV file.",
        discussion: HelpDiscussion.discussion(
            """
            The first row names the columns; only the name is required. Rooms and devices are named by
            their ids or names, and must exist. The file is read completely before anything is added,
            and an appliance whose name is in its room already is left out.
            """,
            commands: "tomte appliances import appliances.csv --dry-run", "tomte appliances import appliances.csv"))

    /// A file with the maximum number of appliances is smaller.
    private static let maximumBytes = 4 << 20

    @OptionGroup var gateway: GatewayOptions

    @Flag(help: "Only check the file.")
    var dryRun = false

    @Argument(help: "The CSV file.")
    var file: String

    func run() async throws(CLIError) {
        let rows = try ApplianceCSV.rows(of: try text())
        try await gateway.withClient { client throws(CLIError) in
            let importer = try await ApplianceImporter(client)
            var bodies: [NewApplianceBody] = []
            for row in rows { bodies.append(try importer.body(of: row)) }
            let new = importer.new(bodies)
            if !dryRun {
                for body in new { _ = try await client.add(body) }
            }
            let verb = dryRun ? "can be added" : "were added"
            Console.output.line(
                "\("✓", .good) \(new.count) appliances \(verb); \(bodies.count - new.count) are there already.")
        }
    }

    private func text() throws(CLIError) -> String {
        let handle = FileHandle(forReadingAtPath: file)
        defer { try? handle?.close() }
        guard let handle, let data = try? handle.read(upToCount: Self.maximumBytes + 1) ?? Data() else {
            throw .cannotStart("The file \(EscapedText(file)) cannot be read.")
        }
        guard data.count <= Self.maximumBytes else {
            throw .invalid("The file has more than \(Self.maximumBytes) bytes, which is too much for an inventory.")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw .invalid("The file is not UTF-8. Save it as CSV UTF-8.")
        }
        return text
    }
}

/// Makes requests of the rows of a file.
struct ApplianceImporter {
    private let rooms: [RoomBody]
    private let devices: [DeviceBody]
    private let known: [ApplianceBody]

    init(_ client: CLIClient) async throws(CLIError) {
        self.init(
            rooms: try await client.rooms().body(), devices: try await client.devices().body(),
            known: try await client.appliances().body())
    }

    init(rooms: [RoomBody], devices: [DeviceBody], known: [ApplianceBody]) {
        self.rooms = rooms
        self.devices = devices
        self.known = known
    }

    /// Throws `.invalid` with the number of the row.
    func body(of row: ApplianceCSV.Row) throws(CLIError) -> NewApplianceBody {
        guard let name = row[.name] else { throw .invalid("Row \(row.number) has no name.") }
        var body = NewApplianceBody(
            name: name, maker: row[.maker], model: row[.model], serialNumber: row[.serialNumber],
            boughtFrom: row[.boughtFrom], manual: row[.manual], note: row[.note])
        body.boughtOn = try date(.boughtOn, in: row)
        body.warrantyEnds = try date(.warrantyEnds, in: row)
        body.price = try price(in: row)
        if let text = row[.room] {
            body.room = try NameMatch.one(
                of: rooms, noun: .room, text: text, id: \.id.rawValue, name: \.name
            ).id
        }
        if let text = row[.device] {
            body.device = try NameMatch.one(
                of: devices, noun: .device, text: text, id: \.id.rawValue, name: \.name
            ).id
        }
        if let text = row[.part] {
            guard let part = PartID(text) else { throw invalid(text, in: row, what: "no part of a device") }
            body.part = part
        }
        return body
    }

    private func date(_ column: ApplianceCSV.Column, in row: ApplianceCSV.Row) throws(CLIError) -> LocalDate? {
        guard let text = row[column] else { return nil }
        guard let date = LocalDate(text) else { throw invalid(text, in: row, what: "no date such as 2026-12-01") }
        return date
    }

    private func price(in row: ApplianceCSV.Row) throws(CLIError) -> Money? {
        guard let text = row[.price] else { return nil }
        guard let amount = MoneyText.amount(text) else {
            throw invalid(text, in: row, what: "no amount such as 7990.00")
        }
        guard let currency = row[.currency].flatMap({ Currency($0) }) else {
            throw .invalid("Row \(row.number) has a price without a currency such as SEK.")
        }
        return Money(amount, currency: currency)
    }

    private func invalid(_ text: String, in row: ApplianceCSV.Row, what: String) -> CLIError {
        .invalid("Row \(row.number): “\(EscapedText(text, limit: 40))” is \(what).")
    }

    /// The appliances that the home does not have.
    func new(_ bodies: [NewApplianceBody]) -> [NewApplianceBody] {
        bodies.filter { body in
            !known.contains { $0.name == body.name && $0.room?.id == body.room }
        }
    }
}
