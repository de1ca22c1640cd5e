import DeviceProtocols
import HomeModel

extension HomieProperty {
    /// The property with which a simulated device describes a capability.
    init(_ capability: Capability) {
        let range = HomieRange(minimum: capability.minimum, maximum: capability.maximum, step: capability.step)
        let datatype = HomieDatatype(capability, range: range)
        self.init(
            name: capability.flow?.words, datatype: datatype,
            format: Self.format(capability, datatype: datatype, range: range), settable: capability.isCommanded,
            retained: capability.isReported && (capability.kind != .button || capability.isCommanded),
            unit: capability.unitText)
    }

    /// The id of the property: the label if there is one, else the canonical id of the kind.
    static func id(of name: CapabilityName) -> String {
        name.label?.rawValue ?? HomieVocabulary.canonicalID(name.kind)
    }

    private static func format(_ capability: Capability, datatype: HomieDatatype, range: HomieRange) -> String? {
        switch datatype {
        case .integer:
            HomieRange(minimum: range.minimum, maximum: range.maximum, step: range.step.flatMap { $0 == 1 ? nil : $0 })
                .text
        case .float: range.text
        case .enum: capability.options.joined(separator: ",")
        case .color: HomieColorFormat.hsv.rawValue
        default: nil
        }
    }
}

extension HomieDatatype {
    fileprivate init(_ capability: Capability, range: HomieRange) {
        switch capability.valueType {
        case .boolean: self = .boolean
        case .number: self = range.isWhole ? .integer : .float
        case .choice, .text: self = capability.options.isEmpty ? .string : .enum
        case .color: self = .color
        }
    }
}

extension HomieRange {
    /// Whether the range contains only whole numbers that a Double represents exactly.
    fileprivate var isWhole: Bool {
        guard let step, step >= 1 else { return false }
        return [minimum, maximum, step].allSatisfy { bound in
            bound.map { $0 == $0.rounded() && abs($0) < 9e15 } ?? true
        }
    }
}
