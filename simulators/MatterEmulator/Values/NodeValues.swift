import MatterProtocol

/// The endpoints of a node with the present values of their attributes.
struct NodeValues: Sendable {
    /// The state of a cluster.
    struct Cluster: Sendable {
        let definition: ClusterTemplate
        /// The attributes of the definition by their ids.
        let attributes: [UInt32: AttributeTemplate]
        var values: [UInt32: TLVValue]
        var dataVersion: UInt32

        init(_ definition: ClusterTemplate) {
            self.definition = definition
            attributes = Dictionary(definition.attributes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            values = attributes.mapValues(\.value)
            dataVersion = UInt32.random(in: .min ... .max)
        }

        /// The ids of all attributes, in ascending order.
        var attributeIDs: [UInt32] { attributes.keys.sorted() + Self.globalIDs }

        static let globalIDs = [
            GlobalAttribute.generatedCommands, GlobalAttribute.acceptedCommands, GlobalAttribute.attributes,
            GlobalAttribute.features, GlobalAttribute.revision,
        ]

        func has(_ attribute: UInt32) -> Bool { attributes[attribute] != nil || Self.globalIDs.contains(attribute) }

        func command(_ id: UInt32) -> CommandTemplate? { definition.commands.first { $0.id == id } }
    }

    struct Endpoint: Sendable {
        let definition: EndpointDefinition
        var clusters: [UInt32: Cluster]
    }

    private(set) var endpoints: [UInt16: Endpoint] = [:]

    init(_ definitions: [EndpointDefinition]) {
        for definition in definitions {
            var clusters = Dictionary(
                definition.clusters.map { ($0.id, Cluster($0)) }, uniquingKeysWith: { first, _ in first })
            clusters[ClusterID.descriptor] = Cluster(Self.descriptor)
            endpoints[definition.id] = Endpoint(definition: definition, clusters: clusters)
        }
        for (id, endpoint) in endpoints { setDescriptor(of: endpoint, id: id) }
    }

    private static let descriptor = ClusterTemplate(
        ClusterID.descriptor, revision: 2,
        attributes: (0...3).map { AttributeTemplate($0, is: .array([])) })

    private mutating func setDescriptor(of endpoint: Endpoint, id: UInt16) {
        let types = endpoint.definition.deviceTypes.map {
            TLVValue.structure([0: .number($0.id), 1: .number($0.revision)])
        }
        let values: [UInt32: TLVValue] = [
            0: .array(types), 1: .array(endpoint.clusters.keys.sorted().map { .number($0) }), 2: .array([]),
            3: .array(parts(of: id).map { .number($0) }),
        ]
        endpoints[id]?.clusters[ClusterID.descriptor]?.values = values
    }

    /// The endpoints below an endpoint, at every depth. All others are below endpoint 0.
    private func parts(of id: UInt16) -> [UInt16] {
        guard id != 0 else { return endpoints.keys.filter { $0 != 0 }.sorted() }
        var found: Set<UInt16> = []
        var waiting = [id]
        while let parent = waiting.popLast() {
            let parts = endpoints.values.filter { $0.definition.parent == parent }.map(\.definition.id)
            waiting += parts.filter { found.insert($0).inserted }
        }
        return found.subtracting([id]).sorted()
    }

    func cluster(_ cluster: UInt32, on endpoint: UInt16) -> Cluster? { endpoints[endpoint]?.clusters[cluster] }

    /// The stored value of an attribute, or the computed one of a global attribute; nil if there is none.
    subscript(path: AttributePath) -> TLVValue? {
        guard let cluster = cluster(path.cluster, on: path.endpoint) else { return nil }
        switch path.attribute {
        case GlobalAttribute.revision: return .number(cluster.definition.revision)
        case GlobalAttribute.features: return .number(cluster.definition.features)
        case GlobalAttribute.attributes: return .array(cluster.attributeIDs.map { .number($0) })
        case GlobalAttribute.acceptedCommands:
            return .array(cluster.definition.commands.map(\.id).sorted().map { .number($0) })
        case GlobalAttribute.generatedCommands:
            return .array(Set(cluster.definition.commands.compactMap(\.response)).sorted().map { .number($0) })
        default: return cluster.values[path.attribute]
        }
    }

    /// Sets a value. Returns false if the node does not have the attribute, or has this value already.
    mutating func set(_ value: TLVValue, of path: AttributePath) -> Bool {
        guard let cluster = cluster(path.cluster, on: path.endpoint), cluster.attributes[path.attribute] != nil,
            cluster.values[path.attribute] != value
        else { return false }
        endpoints[path.endpoint]?.clusters[path.cluster]?.values[path.attribute] = value
        countVersion(of: path.cluster, on: path.endpoint)
        return true
    }

    /// Counts the data version of a cluster up.
    mutating func countVersion(of cluster: UInt32, on endpoint: UInt16) {
        endpoints[endpoint]?.clusters[cluster]?.dataVersion &+= 1
    }

    /// The attributes that the node has of those that a request names, in ascending order.
    func paths(matching pattern: AttributePathPattern) -> [AttributePath] {
        endpoints.keys.sorted().filter { pattern.endpoint ?? $0 == $0 }.flatMap { id -> [AttributePath] in
            let clusters = endpoints[id]?.clusters ?? [:]
            return clusters.keys.sorted().filter { pattern.cluster ?? $0 == $0 }.flatMap { cluster -> [AttributePath] in
                (clusters[cluster]?.attributeIDs ?? []).filter { pattern.attribute ?? $0 == $0 }
                    .map { AttributePath(endpoint: id, cluster: cluster, attribute: $0) }
            }
        }
    }

    /// Why the node does not have a part of a path; nil if it has the attribute.
    func missing(_ path: AttributePath) -> InteractionStatus? {
        guard let endpoint = endpoints[path.endpoint] else { return .unsupportedEndpoint }
        guard let cluster = endpoint.clusters[path.cluster] else { return .unsupportedCluster }
        return cluster.has(path.attribute) ? nil : .unsupportedAttribute
    }
}
