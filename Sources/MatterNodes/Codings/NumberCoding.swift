import HomeModel
import MatterProtocol

/// A number that attributes or events report, and that a written attribute or a command sets.
struct NumberCoding: ValueCoding {
    /// The attributes that may report it; the first with a valid number counts.
    let sources: [AttributePath]
    /// The field of the attribute's structure that has the number; nil when the attribute is the number itself.
    var field: UInt8?
    let scale: ValueScale
    /// The numbers of the node that mean something. Those outside are other words for *unknown*.
    var valid: ClosedRange<Double>
    /// The events that report it, and the field with the number or the structure.
    var eventFields: [EventPath: UInt8] = [:]
    var setter: Setter?
    /// What a command tolerates, in the canonical unit.
    var tolerance: ConfirmationTolerance = .exact
    /// The attribute that says whether the thing is on. While it is off, the number is 0.
    var power: AttributePath?

    struct Setter: Sendable {
        enum Request: Sendable {
            case write(AttributePath)
            /// A command whose field `tag` has the number.
            case invoke(UInt32, cluster: UInt32, endpoint: UInt16, tag: UInt8)
        }

        let request: Request
        /// The numbers of the node to which it can be set, and their step.
        let range: ClosedRange<Double>
        let step: Double
        /// Whether the node takes signed numbers.
        var isSigned = false
        /// The attributes that may change with it.
        var others: [AttributePath] = []

        /// The number of the node that is nearest to `number`.
        func snapped(_ number: Double) -> Double {
            var nearest = range.lowerBound + ((number - range.lowerBound) / step).rounded() * step
            if nearest > range.upperBound { nearest = range.upperBound }
            return max(nearest, range.lowerBound)
        }
    }

    var reported: [AttributePath] { sources + [power].compactMap(\.self) }
    var events: [EventPath] { Array(eventFields.keys) }
    var isCommanded: Bool { setter != nil }

    func value(in values: AttributeValues) -> CapabilityValue? {
        if let power, values.truth(at: power) == false { return .number(0) }
        return sources.lazy.compactMap { path in
            number(field.map { values[path]?[$0] } ?? values[path])
        }.first
    }

    func value(of event: NodeEvent) -> CapabilityValue? {
        guard let tag = eventFields[event.path], let content = event.data[tag] else { return nil }
        return number(field.map { content[$0] } ?? content)
    }

    private func number(_ value: TLVValue?) -> CapabilityValue? {
        guard let device = value?.number?.shortest, device.isFinite, valid.contains(device) else { return nil }
        return scale.canonical(device).map { .number($0) }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard let setter, case .number(let number) = value, number.isFinite, let exact = scale.device(number) else {
            throw .valueNotAccepted
        }
        let device = setter.snapped(exact)
        guard let whole = Int64(exactly: device.rounded()), setter.isSigned || whole >= 0 else {
            throw .valueNotAccepted
        }
        let content: TLVValue = setter.isSigned ? .signed(whole) : .unsigned(UInt64(whole))
        let step: NodeCommandStep =
            switch setter.request {
            case .write(let path): .write(path, value: content)
            case .invoke(let command, let cluster, let endpoint, let tag):
                .invoke(command, of: cluster, endpoint: endpoint, fields: [tag: content])
            }
        return CommandDraft(
            [step], value: scale.canonical(Double(whole)).map { .number($0) },
            others: setter.others)
    }
}
