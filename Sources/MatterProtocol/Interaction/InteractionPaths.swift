/// The attributes that a request asks for: one, or all where a part is nil.
package struct AttributePathPattern: Hashable, Sendable {
    package let endpoint: UInt16?
    package let cluster: UInt32?
    package let attribute: UInt32?

    package init(endpoint: UInt16? = nil, cluster: UInt32? = nil, attribute: UInt32? = nil) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.attribute = attribute
    }

    package init(_ path: AttributePath) {
        self.init(endpoint: path.endpoint, cluster: path.cluster, attribute: path.attribute)
    }

    /// All attributes of a node.
    package static let all = AttributePathPattern()

    package func contains(_ path: AttributePath) -> Bool {
        endpoint ?? path.endpoint == path.endpoint && cluster ?? path.cluster == path.cluster
            && attribute ?? path.attribute == path.attribute
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "attribute path")
        endpoint = try fields.optionalNumber(2, field: "endpoint")
        cluster = try fields.optionalNumber(3, field: "cluster")
        attribute = try fields.optionalNumber(4, field: "attribute")
    }

    var tlv: TLVValue {
        .list([2: endpoint.map { .number($0) }, 3: cluster.map { .number($0) }, 4: attribute.map { .number($0) }])
    }
}

/// Which part of an attribute that is a list a value belongs to.
package enum ListIndex: Hashable, Sendable {
    /// The value is one more element at the end of the list.
    case append
    /// The value replaces the element at a position.
    case position(UInt16)
}

extension AttributePath {
    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "attribute path")
        self.init(
            endpoint: try fields.number(2, field: "endpoint"), cluster: try fields.number(3, field: "cluster"),
            attribute: try fields.number(4, field: "attribute"))
    }

    /// The path with the list index that stands in the same list; nil for the whole attribute.
    static func decode(_ tlv: TLVValue) throws(InteractionError) -> (path: AttributePath, index: ListIndex?) {
        let path = try AttributePath(tlv: tlv)
        switch tlv[5] {
        case nil: return (path, nil)
        case .null: return (path, .append)
        case .some(let value):
            guard let position = value.integer(as: UInt16.self) else { throw .malformed(field: "list index") }
            return (path, .position(position))
        }
    }

    func tlv(index: ListIndex? = nil) -> TLVValue {
        let indexValue: TLVValue? =
            switch index {
            case nil: nil
            case .append: .null
            case .position(let position): .number(position)
            }
        return .list([2: .number(endpoint), 3: .number(cluster), 4: .number(attribute), 5: indexValue])
    }
}

/// Where an event happens within a node.
package struct EventPath: Hashable, Sendable {
    package let endpoint: UInt16
    package let cluster: UInt32
    package let event: UInt32

    package init(endpoint: UInt16, cluster: UInt32, event: UInt32) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.event = event
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "event path")
        endpoint = try fields.number(1, field: "endpoint")
        cluster = try fields.number(2, field: "cluster")
        event = try fields.number(3, field: "event")
    }

    var tlv: TLVValue { .list([1: .number(endpoint), 2: .number(cluster), 3: .number(event)]) }
}

/// The events that a request asks for: one, or all where a part is nil.
package struct EventPathPattern: Hashable, Sendable {
    package let endpoint: UInt16?
    package let cluster: UInt32?
    package let event: UInt32?
    /// Whether a subscription reports the events at once, before its minimum interval has passed.
    package let isUrgent: Bool

    package init(endpoint: UInt16? = nil, cluster: UInt32? = nil, event: UInt32? = nil, isUrgent: Bool = false) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.event = event
        self.isUrgent = isUrgent
    }

    package func contains(_ path: EventPath) -> Bool {
        endpoint ?? path.endpoint == path.endpoint && cluster ?? path.cluster == path.cluster
            && event ?? path.event == path.event
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "event path")
        endpoint = try fields.optionalNumber(1, field: "endpoint")
        cluster = try fields.optionalNumber(2, field: "cluster")
        event = try fields.optionalNumber(3, field: "event")
        isUrgent = try fields.boolean(4, field: "urgent")
    }

    var tlv: TLVValue {
        .list([
            1: endpoint.map { .number($0) }, 2: cluster.map { .number($0) }, 3: event.map { .number($0) },
            4: .trueOrAbsent(isUrgent),
        ])
    }
}

/// Where a command goes, or comes from, within a node.
package struct CommandPath: Hashable, Sendable {
    package let endpoint: UInt16
    package let cluster: UInt32
    package let command: UInt32

    package init(endpoint: UInt16, cluster: UInt32, command: UInt32) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.command = command
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "command path")
        endpoint = try fields.number(0, field: "endpoint")
        cluster = try fields.number(1, field: "cluster")
        command = try fields.number(2, field: "command")
    }

    var tlv: TLVValue { .list([0: .number(endpoint), 1: .number(cluster), 2: .number(command)]) }
}

/// The version of a cluster's attributes that the sender of a request has already. The node reports the cluster only if
/// its version differs.
package struct DataVersionFilter: Hashable, Sendable {
    package let endpoint: UInt16
    package let cluster: UInt32
    package let dataVersion: UInt32

    package init(endpoint: UInt16, cluster: UInt32, dataVersion: UInt32) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.dataVersion = dataVersion
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "data version filter")
        let path = try InteractionFields(try fields.value(0, field: "cluster path"), field: "cluster path")
        endpoint = try path.number(1, field: "endpoint")
        cluster = try path.number(2, field: "cluster")
        dataVersion = try fields.number(1, field: "data version")
    }

    var tlv: TLVValue {
        .structure([0: .list([1: .number(endpoint), 2: .number(cluster)]), 1: .number(dataVersion)])
    }
}

/// The events that the sender of a request has already: those with smaller numbers.
package struct EventFilter: Hashable, Sendable {
    package let minimumEventNumber: UInt64

    package init(minimumEventNumber: UInt64) { self.minimumEventNumber = minimumEventNumber }

    init(tlv: TLVValue) throws(InteractionError) {
        minimumEventNumber = try InteractionFields(tlv, field: "event filter").number(1, field: "event minimum")
    }

    var tlv: TLVValue { .structure([1: .number(minimumEventNumber)]) }
}
