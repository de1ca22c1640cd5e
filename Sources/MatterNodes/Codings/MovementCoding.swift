import HomeModel
import MatterProtocol

/// Whether a cover moves, and the command that stops it.
struct MovementCoding: ValueCoding {
    let status: AttributePath?
    let stop: NodeCommandStep

    /// The last two bits are the movement of the whole cover, the next two that of the lift, the next two of the tilt.
    private static let words: [Int64: String] = [0: "stopped", 1: "opening", 2: "closing"]

    var reported: [AttributePath] { [status].compactMap(\.self) }
    var isCommanded: Bool { true }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let bits = status.flatMap({ values.whole(at: $0) }), bits >= 0 else { return nil }
        // Some covers fill in only the bits of the lift or the tilt.
        let moving = [bits & 3, bits >> 2 & 3, bits >> 4 & 3].first { $0 != 0 } ?? 0
        return Self.words[moving].map { .text($0) }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard value == .text("stopped") else { throw .valueNotAccepted }
        return CommandDraft([stop])
    }
}
