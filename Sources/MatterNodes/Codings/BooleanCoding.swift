import HomeModel
import MatterProtocol

/// A boolean that one attribute reports, and that two requests set.
struct BooleanCoding: ValueCoding {
    /// What the attribute must be for `true`.
    enum Test: Hashable, Sendable {
        /// A boolean.
        case isTrue
        case isFalse
        /// Any of the bits.
        case hasBits(Int64)
        /// A number from `lower` on; a number that is not in `known` is unknown.
        case isAtLeast(Int64, known: ClosedRange<Int64>)
        /// One of these numbers is `true`, one of those is `false`.
        case isAmong(Set<Int64>, otherwise: Set<Int64>)
    }

    /// The first one with a value counts.
    let sources: [AttributePath]
    let test: Test
    var on: NodeCommandStep?
    var off: NodeCommandStep?

    var reported: [AttributePath] { sources }
    var isCommanded: Bool { on != nil || off != nil }

    func value(in values: AttributeValues) -> CapabilityValue? {
        sources.lazy.compactMap { truth(at: $0, in: values) }.first.map { .boolean($0) }
    }

    private func truth(at path: AttributePath, in values: AttributeValues) -> Bool? {
        switch test {
        case .isTrue: return values.truth(at: path)
        case .isFalse: return values.truth(at: path).map { !$0 }
        case .hasBits(let bits): return values.whole(at: path).map { $0 & bits != 0 }
        case .isAtLeast(let lower, let known):
            return values.whole(at: path).flatMap { known.contains($0) ? $0 >= lower : nil }
        case .isAmong(let trues, let falses):
            return values.whole(at: path).flatMap { trues.contains($0) ? true : falses.contains($0) ? false : nil }
        }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard case .boolean(let isOn) = value, let step = isOn ? on : off else { throw .valueNotAccepted }
        return CommandDraft([step])
    }
}
