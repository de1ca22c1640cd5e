import HomeModel
import MatterProtocol

/// How far a valve is open, in per cent. A valve cannot be opened by 0 %: then it is closed.
struct ValveLevelCoding: ValueCoding {
    let level: AttributePath
    let canOpen: Bool
    let canClose: Bool
    /// The attribute with the state of the valve.
    let state: AttributePath

    private enum Command {
        static let open: UInt32 = 0x00
        static let close: UInt32 = 0x01
    }

    var reported: [AttributePath] { [level] }
    var isCommanded: Bool { canOpen && canClose }
    var tolerance: ConfirmationTolerance { .number(1) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let percent = values.number(at: level), (0...100).contains(percent) else { return nil }
        return .number(percent)
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard isCommanded, case .number(let percent) = value, (0...100).contains(percent) else {
            throw .valueNotAccepted
        }
        if percent == 0 {
            return CommandDraft(
                [.invoke(Command.close, of: level.cluster, endpoint: level.endpoint)],
                others: [state])
        }
        let whole = UInt64(max(1, percent.rounded()))
        return CommandDraft(
            [.invoke(Command.open, of: level.cluster, endpoint: level.endpoint, fields: [1: .unsigned(whole)])],
            value: .number(Double(whole)), others: [state])
    }
}
