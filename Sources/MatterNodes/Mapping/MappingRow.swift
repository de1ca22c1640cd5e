package import HomeModel
import MatterProtocol

/// One row of the mapping: a capability, and the elements of a cluster that report and set it.
package struct MappingRow: Sendable {
    package let kind: CapabilityKind
    /// The label of a generic kind, or of a second capability of one kind; nil also where the node gives it.
    package let label: PartID?
    /// The label if another row of the same part has taken the plain name.
    package let alternative: PartID?
    package let elements: Elements
    /// The unit or the values, and what else people should know, for the page in `devices/`.
    package let values: String
    private let make: @Sendable (ClusterInstance, CapabilityName) -> MappedValue?

    /// The elements of the cluster that a row uses.
    package struct Elements: Sendable {
        /// The attributes from which the value is computed, without those that only describe the device.
        package var reported: [UInt32] = []
        package var events: [UInt32] = []
        package var written: [UInt32] = []
        package var invoked: [UInt32] = []

        package var isCommanded: Bool { !written.isEmpty || !invoked.isEmpty }
    }

    /// The name of the capability, unless another row has taken it or the node gives the label.
    package var name: CapabilityName { CapabilityName(kind, label: label) }

    func value(of cluster: ClusterInstance) -> MappedValue? {
        guard var value = make(cluster, name) else { return nil }
        if value.alternative == nil { value.alternative = alternative }
        return value
    }

    /// A row whose value a function makes.
    static func special(
        _ kind: CapabilityKind, label: String? = nil, alternative: String? = nil, reported: [UInt32] = [],
        events: [UInt32] = [], written: [UInt32] = [], invoked: [UInt32] = [], values: String,
        make: @escaping @Sendable (ClusterInstance, CapabilityName) -> MappedValue?
    ) -> MappingRow {
        MappingRow(
            kind: kind, label: label.flatMap { PartID($0) }, alternative: alternative.flatMap { PartID($0) },
            elements: Elements(reported: reported, events: events, written: written, invoked: invoked), values: values,
            make: make)
    }

    private init(
        kind: CapabilityKind, label: PartID?, alternative: PartID?, elements: Elements, values: String,
        make: @escaping @Sendable (ClusterInstance, CapabilityName) -> MappedValue?
    ) {
        self.kind = kind
        self.label = label
        self.alternative = alternative
        self.elements = elements
        self.values = values
        self.make = make
    }
}

/// The numbers that integers of the specification have. The lowest or the highest one means null.
enum ValidNumbers {
    static let int16 = -32_767.0...32_767
    static let uint8 = 0.0...254
    static let uint16 = 0.0...65_534
    static let uint32 = 0.0...4_294_967_294
    static let int64 = -9e15...9e15
    static let percent = 0.0...100
    static let hundredths = 0.0...10_000
    static let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
}

extension MappingRow {
    /// A number that is only reported. The first of the attributes with a valid number counts.
    static func measured(
        _ kind: CapabilityKind, label: String? = nil, alternative: String? = nil, from attributes: UInt32...,
        scale: ValueScale = .identity, valid: ClosedRange<Double>, unit: String? = nil, text: String? = nil,
        unlessDeviceHas standard: UInt32? = nil, isPolled: Bool = false
    ) -> MappingRow {
        .special(
            kind, label: label, alternative: alternative, reported: attributes,
            values: text ?? unitText(of: kind, or: unit)
        ) { cluster, name in
            let present = cluster.present(attributes)
            guard !present.isEmpty, standard.map({ !cluster.clustersOfDevice.contains($0) }) ?? true else { return nil }
            var value = MappedValue(name, coding: NumberCoding(sources: present, scale: scale, valid: valid))
            value.unit = unit
            value.isPolled = isPolled
            return value
        }
    }

    static func unitText(of kind: CapabilityKind, or unit: String?) -> String {
        kind.facts.unit?.rawValue ?? unit ?? "–"
    }

    /// A boolean that is only reported.
    static func boolean(
        _ kind: CapabilityKind, label: String? = nil, alternative: String? = nil, from attribute: UInt32,
        test: BooleanCoding.Test, text: String
    ) -> MappingRow {
        .special(kind, label: label, alternative: alternative, reported: [attribute], values: text) { cluster, name in
            guard cluster.has(attribute) else { return nil }
            return MappedValue(name, coding: BooleanCoding(sources: [cluster.path(attribute)], test: test))
        }
    }

    /// A choice that is only reported.
    static func state(
        _ label: String, alternative: String? = nil, from attribute: UInt32, field: UInt8? = nil, bits: Int64? = nil,
        words: [NumberedWord]
    ) -> MappingRow {
        .special(.choice, label: label, alternative: alternative, reported: [attribute], values: text(of: words)) {
            cluster, name in
            guard cluster.has(attribute) else { return nil }
            return .choice(
                name,
                coding: ChoiceCoding(source: cluster.path(attribute), field: field, bits: bits, words: words))
        }
    }

    /// A choice that one attribute reports and receives.
    static func setting(_ label: String, of attribute: UInt32, words: [NumberedWord]) -> MappingRow {
        .special(
            .choice, label: label, reported: [attribute], written: [attribute], values: text(of: words)
        ) { cluster, name in
            guard cluster.has(attribute) else { return nil }
            let path = cluster.path(attribute)
            return .choice(name, coding: ChoiceCoding(source: path, words: words, setter: .write(path)))
        }
    }

    static func text(of words: [NumberedWord]) -> String {
        words.map { "\($0.number) \($0.word)" }.joined(separator: ", ")
    }
}

extension MappedValue {
    /// A choice with the words of its coding as options, each once.
    static func choice(_ name: CapabilityName, coding: ChoiceCoding) -> MappedValue {
        var value = MappedValue(name, coding: coding)
        var known: Set<String> = []
        value.options = (coding.words + (coding.commands ?? [])).map(\.word).filter { known.insert($0).inserted }
        return value
    }
}
