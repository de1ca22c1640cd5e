/// What a node tells about its timing and its versions while a session is established. Every field is optional; a field
/// with an impossible value counts as absent.
///
/// Source: Matter core specification 1.4, section 4.13.1.
package struct SessionParameters: Hashable, Sendable {
    /// The time between two transmissions to the node while it is idle, in milliseconds.
    package var idleInterval: UInt32?
    /// The time between two transmissions to the node while it is active, in milliseconds.
    package var activeInterval: UInt32?
    /// How long the node stays active after the last message, in milliseconds.
    package var activeThreshold: UInt16?
    package var dataModelRevision: UInt16?
    package var interactionModelRevision: UInt16?
    /// Such as 0x01040000 for Matter 1.4.
    package var specificationVersion: UInt32?
    /// The number of commands that one message may contain.
    package var maximumPathsPerInvoke: UInt16?

    package init(
        idleInterval: UInt32? = nil, activeInterval: UInt32? = nil, activeThreshold: UInt16? = nil,
        dataModelRevision: UInt16? = nil, interactionModelRevision: UInt16? = nil, specificationVersion: UInt32? = nil,
        maximumPathsPerInvoke: UInt16? = nil
    ) {
        self.idleInterval = idleInterval
        self.activeInterval = activeInterval
        self.activeThreshold = activeThreshold
        self.dataModelRevision = dataModelRevision
        self.interactionModelRevision = interactionModelRevision
        self.specificationVersion = specificationVersion
        self.maximumPathsPerInvoke = maximumPathsPerInvoke
    }

    /// An hour, in milliseconds.
    package static let maximumInterval: UInt32 = 3_600_000

    /// Reads the structure in a message. Without one, every field is absent.
    init(_ value: TLVValue?) {
        func number<Number: FixedWidthInteger>(_ tag: UInt8) -> Number? {
            value?[tag]?.integer(as: Number.self)
        }
        func interval(_ tag: UInt8) -> UInt32? { number(tag).flatMap { $0 <= Self.maximumInterval ? $0 : nil } }
        self.init(
            idleInterval: interval(1), activeInterval: interval(2), activeThreshold: number(3),
            dataModelRevision: number(4), interactionModelRevision: number(5), specificationVersion: number(6),
            maximumPathsPerInvoke: number(7))
    }

    /// The structure in a message; nil if every field is absent.
    var value: TLVValue? {
        let value = TLVValue.structure([
            1: idleInterval.map { .number($0) }, 2: activeInterval.map { .number($0) },
            3: activeThreshold.map { .number($0) }, 4: dataModelRevision.map { .number($0) },
            5: interactionModelRevision.map { .number($0) }, 6: specificationVersion.map { .number($0) },
            7: maximumPathsPerInvoke.map { .number($0) },
        ])
        return value.elements?.isEmpty == false ? value : nil
    }
}
