import GatewayWire
import HomeModel

/// The inventory as CSV (RFC 4180), which a spreadsheet can edit and `tomte appliances import` reads.
enum ApplianceCSV {
    /// The columns, named as in the API. Rooms and devices are named as people know them.
    enum Column: String, CaseIterable {
        case name, room, maker, model, serialNumber, boughtOn, boughtFrom, price, currency, warrantyEnds, manual
        case device, part, note
    }

    static func text(_ appliances: [ApplianceBody]) -> String {
        let heading = Column.allCases.map(\.rawValue).joined(separator: ",")
        let rows = appliances.map { appliance in
            Column.allCases.map { CSVCell(value($0, of: appliance)).description }.joined(separator: ",")
        }
        return ([heading] + rows).map { $0 + "\r\n" }.joined()
    }

    private static func value(_ column: Column, of appliance: ApplianceBody) -> String {
        switch column {
        case .name: appliance.name
        case .room: appliance.room?.name ?? ""
        case .maker: appliance.maker ?? ""
        case .model: appliance.model ?? ""
        case .serialNumber: appliance.serialNumber ?? ""
        case .boughtOn: appliance.boughtOn?.description ?? ""
        case .boughtFrom: appliance.boughtFrom ?? ""
        case .price: appliance.price?.amount.description ?? ""
        case .currency: appliance.price?.currency.description ?? ""
        case .warrantyEnds: appliance.warrantyEnds?.description ?? ""
        case .manual: appliance.manual ?? ""
        case .device: appliance.device?.rawValue ?? ""
        case .part: appliance.part?.rawValue ?? ""
        case .note: appliance.note?.split(separator: "\n").joined(separator: " ") ?? ""
        }
    }
}

extension ApplianceCSV {
    /// One appliance of a file, with the texts of its columns, which are not checked yet.
    struct Row: Hashable {
        /// The number of its row in the file, from 2 on.
        let number: Int
        let values: [Column: String]

        subscript(_ column: Column) -> String? { values[column] }
    }

    /// Reads a file with a heading; its columns may be in any order. Throws `.invalid` for a heading that is unknown or
    /// has no name, for a row with too many cells, and for quotes that do not end.
    static func rows(of text: String) throws(CLIError) -> [Row] {
        var lines = try cells(of: text)
        guard !lines.isEmpty else { throw .invalid("The file is empty; its first row names the columns.") }
        var columns: [Column] = []
        for cell in lines.removeFirst() {
            let name = cell.lowercased()
            guard let column = Column.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
                let known = Column.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid("“\(EscapedText(cell, limit: 40))” is no column. The columns are: \(known).")
            }
            guard !columns.contains(column) else { throw .invalid("The column “\(column.rawValue)” is there twice.") }
            columns.append(column)
        }
        guard columns.contains(.name) else { throw .invalid("The file has no column “name”.") }
        var rows: [Row] = []
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isEmpty }) {
            guard line.count <= columns.count else {
                throw .invalid("Row \(index + 2) has \(line.count) cells; there are \(columns.count) columns.")
            }
            let values = zip(columns, line).filter { !$0.1.isEmpty }.map { ($0.0, withoutGuard($0.1)) }
            rows.append(Row(number: index + 2, values: Dictionary(values) { first, _ in first }))
        }
        return rows
    }

    /// A cell that begins like a formula has an apostrophe in front, which our own CSV adds.
    private static func withoutGuard(_ cell: String) -> String {
        guard cell.first == "'", let next = cell.dropFirst().first, "=+-@".contains(next) else { return cell }
        return String(cell.dropFirst())
    }

    /// The cells of all rows. A spreadsheet of a country with decimal commas separates them with semicolons: the first row
    /// decides.
    private static func cells(of text: String) throws(CLIError) -> [[String]] {
        // A spreadsheet may write a byte order mark.
        let scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
        let heading = scalars.prefix { $0 != "\n" && $0 != "\r" }
        let separator: Unicode.Scalar = heading.contains(";") ? ";" : ","
        var reader = CSVReader(separator: separator)
        for scalar in scalars { reader.read(scalar) }
        guard let rows = reader.finish() else { throw .invalid("A quoted cell of the file does not end.") }
        return rows
    }
}

/// Splits comma-separated values into cells, scalar by scalar.
private struct CSVReader {
    private enum State { case plain, quoted, quoteInQuoted }

    let separator: Unicode.Scalar
    private var rows: [[String]] = []
    private var row: [String] = []
    private var cell = String.UnicodeScalarView()
    private var state = State.plain
    private var wasReturn = false

    init(separator: Unicode.Scalar) { self.separator = separator }

    mutating func read(_ scalar: Unicode.Scalar) {
        defer { wasReturn = scalar == "\r" }
        switch state {
        case .quoted:
            if scalar == "\"" { state = .quoteInQuoted } else { cell.append(scalar) }
        case .quoteInQuoted where scalar == "\"":
            cell.append(scalar)
            state = .quoted
        case .plain, .quoteInQuoted:
            state = .plain
            switch scalar {
            case "\"" where cell.isEmpty: state = .quoted
            case separator: endCell()
            case "\n" where wasReturn: break
            case "\n", "\r": endRow()
            default: cell.append(scalar)
            }
        }
    }

    /// All rows; nil if a quoted cell does not end.
    mutating func finish() -> [[String]]? {
        guard state != .quoted else { return nil }
        if !cell.isEmpty || !row.isEmpty { endRow() }
        return rows
    }

    private mutating func endCell() {
        row.append(String(cell).trimmingSpaces)
        cell = String.UnicodeScalarView()
    }

    private mutating func endRow() {
        endCell()
        rows.append(row)
        row = []
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
