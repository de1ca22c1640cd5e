import GatewayWire
import HomeModel

/// The makers of devices that the gateway knows, one line each.
struct MakerListing {
    private let makers: DeviceMakersBody
    private let shown: [DeviceMakerBody]
    private let isOnlyAdded: Bool

    init(_ makers: DeviceMakersBody, isOnlyAdded: Bool = false) {
        self.makers = makers
        self.isOnlyAdded = isOnlyAdded
        shown = makers.makers.filter { $0.isAdded || !isOnlyAdded }
    }

    /// Nil if there are none.
    var table: Table? {
        guard !shown.isEmpty else { return nil }
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("MAKER"), Table.Column("VENDOR"),
            Table.Column("SIGNS"), Table.Column(""),
        ])
        for maker in shown {
            table.add([
                StyledText(maker.id.rawValue), StyledText(maker.subject), StyledText(MakerSheet.vendor(maker)),
                StyledText(maker.role.signs), maker.isForTests ? StyledText("for tests", style: .warning) : note(maker),
            ])
        }
        return table
    }

    private func note(_ maker: DeviceMakerBody) -> StyledText { maker.isAdded ? "added" : "" }

    /// What stands below the table.
    func lines(limit: Int?) -> [StyledText] {
        var lines: [StyledText] = []
        if shown.isEmpty { lines.append(isOnlyAdded ? "No makers were added." : "The gateway knows no makers.") }
        if !isOnlyAdded {
            lines.append(
                makers.listDate.map { "The list that comes with the program is of \($0)." }
                    ?? "The list that comes with the program is not installed.")
        }
        return lines + makers.damage.flatMap { WordWrap.lines($0, after: "\("!", .warning) ", limit: limit) }
    }
}

/// What the certificate of a maker says.
struct MakerSheet {
    private let maker: DeviceMakerBody

    init(of maker: DeviceMakerBody) { self.maker = maker }

    var lines: [StyledText] {
        var lines: [StyledText] = [
            "Maker        \(maker.subject, .strong)", "Vendor       \(Self.vendor(maker))",
            "Signs        \(maker.role.signs)", "Fingerprint  \(Self.grouped(maker.fingerprint))",
        ]
        if maker.isForTests { lines.append("\("!", .warning) This authority is for tests.") }
        return lines
    }

    /// `0x1234 (4660)`, as makers write their numbers.
    static func vendor(_ maker: DeviceMakerBody) -> String {
        guard let id = maker.vendorID else { return "any" }
        return "0x\(UInt16(clamping: id).hexadecimal.uppercased()) (\(id))"
    }

    /// Pairs of digits with colons, as other tools print a fingerprint.
    static func grouped(_ fingerprint: String) -> String {
        let digits = Array(fingerprint.uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
            .joined(separator: ":")
    }
}

extension DeviceMaker.Role {
    /// What the certificate may sign, for a person.
    fileprivate var signs: String {
        switch self {
        case .authority: "makers"
        case .declarationSigner: "declarations"
        case .declarationRoot: "signers of declarations"
        }
    }
}
