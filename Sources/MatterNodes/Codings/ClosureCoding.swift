import HomeModel
import MatterProtocol

/// A garage door, gate or other closure that moves between *closed* and *open*.
struct ClosureCoding: ValueCoding {
    let endpoint: UInt16
    /// Whether the value is a word; else it is a position in per cent.
    let isDoor: Bool
    let canStop: Bool

    private static let cluster: UInt32 = 0x104

    private func path(_ attribute: UInt32) -> AttributePath {
        AttributePath(endpoint: endpoint, cluster: Self.cluster, attribute: attribute)
    }

    var reported: [AttributePath] { [path(3), path(1)] + (isDoor ? [path(4)] : []) }
    var isCommanded: Bool { true }

    func value(in values: AttributeValues) -> CapabilityValue? {
        let position = values[path(3)]?[0]?.unsigned
        guard isDoor else {
            return position == 0 ? .number(0) : position == 1 ? .number(100) : nil
        }
        // 1 is *moving*; the target says where to.
        if values.whole(at: path(1)) == 1 {
            switch values[path(4)]?[0]?.unsigned {
            case 0?: return .text("closing")
            case .some: return .text("opening")
            case nil: return nil
            }
        }
        switch position {
        case 0?: return .text("closed")
        case 1?: return .text("open")
        // Partly open.
        case 2?, 3?, 4?, 5?: return .text("stopped")
        default: return nil
        }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        let target: UInt64
        switch value {
        case .text("closed") where isDoor, .number(0) where !isDoor: target = 0
        case .text("open") where isDoor, .number(100) where !isDoor: target = 1
        case .text("stopped") where isDoor && canStop:
            return CommandDraft([.invoke(0x00, of: Self.cluster, endpoint: endpoint)])
        default: throw .valueNotAccepted
        }
        // A closure that is latched must be unlatched to open.
        let latch: TLVValue? = target == 1 && values[path(3)]?[1] == true ? false : nil
        return CommandDraft(
            [.invoke(0x01, of: Self.cluster, endpoint: endpoint, fields: [0: .unsigned(target), 1: latch])])
    }
}
