import HomeModel
import MatterProtocol

/// How far a cover is open, or how far its slats are turned. Matter counts how far it is closed, in hundredths of a per
/// cent, and the gateway counts how far it is open.
struct PositionCoding: ValueCoding {
    /// The attribute with hundredths, and the older one with whole per cent.
    let current: [AttributePath]
    let cluster: UInt32
    let endpoint: UInt16
    /// The command with a position; nil for a cover that can only open and close.
    let goTo: UInt32?

    static let opens: UInt32 = 0x00
    static let closes: UInt32 = 0x01

    var reported: [AttributePath] { current }
    var isCommanded: Bool { true }
    var tolerance: ConfirmationTolerance { .number(2) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        for path in current {
            // The attributes with hundredths have these two numbers.
            let full = path.attribute == 0x0E || path.attribute == 0x0F ? 10_000.0 : 100
            guard let closed = values.number(at: path), (0...full).contains(closed) else { continue }
            return .number(((1 - closed / full) * 10_000).rounded() / 100)
        }
        return nil
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard case .number(let percent) = value, (0...100).contains(percent) else { throw .valueNotAccepted }
        guard let goTo else {
            guard percent == 0 || percent == 100 else { throw .valueNotAccepted }
            return CommandDraft([.invoke(percent == 100 ? Self.opens : Self.closes, of: cluster, endpoint: endpoint)])
        }
        let hundredths = UInt64(((100 - percent) * 100).rounded())
        return CommandDraft(
            [.invoke(goTo, of: cluster, endpoint: endpoint, fields: [0: .unsigned(hundredths)])],
            value: .number(percent))
    }
}
