import HomeModel
import MatterProtocol

/// The bolt of a lock. Its state confirms a command. Null, and 0 for *not fully locked*, are unknown.
struct LockCoding: ValueCoding {
    let state: AttributePath
    /// Whether the lock has a latch besides its bolt. Then *UnboltDoor* unlocks it, and *UnlockDoor* pulls the latch too.
    let hasUnbolt: Bool
    let requiresPIN: AttributePath?
    let pinLengths: ClosedRange<Int>
    /// The event with the alarms of the lock.
    let alarm: EventPath?

    static let words = [
        NumberedWord(1, word: "locked"), NumberedWord(2, word: "unlocked"), NumberedWord(3, word: "unlatched"),
    ]
    static let jammed = "jammed"

    var reported: [AttributePath] { [state] }
    var events: [EventPath] { [alarm].compactMap(\.self) }
    var isCommanded: Bool { true }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let number = values.whole(at: state) else { return nil }
        return Self.words.first { $0.number == number }.map { .text($0.word) }
    }

    func value(of event: NodeEvent) -> CapabilityValue? {
        event.path == alarm && event.data[0]?.unsigned == 0 ? .text(Self.jammed) : nil
    }

    func neededPINLengths(in values: AttributeValues) -> ClosedRange<Int>? {
        requiresPIN.flatMap { values.truth(at: $0) } == true ? pinLengths : nil
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        let command: UInt32
        switch value {
        case .text("locked"): command = 0x00
        case .text("unlocked"): command = hasUnbolt ? 0x27 : 0x01
        case .text("unlatched") where hasUnbolt: command = 0x01
        default: throw .valueNotAccepted
        }
        var code: TLVValue?
        if let pin, !pin.isEmpty {
            let digits = Array(pin.utf8)
            guard pinLengths.contains(digits.count) else {
                throw .pinLength(minimum: pinLengths.lowerBound, maximum: pinLengths.upperBound)
            }
            code = .bytes(digits)
        } else if neededPINLengths(in: values) != nil {
            throw .pinRequired
        }
        return CommandDraft([.invoke(command, of: state.cluster, endpoint: state.endpoint, fields: [0: code])])
    }
}
