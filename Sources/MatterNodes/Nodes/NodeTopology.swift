/// Which endpoints belong to which device of a node: the root, or a device behind the bridge.
///
/// The lists of parts come from the node. They may be flat (each list has all descendants) or a tree, and hostile ones
/// have cycles: every walk visits an endpoint once.
struct NodeTopology {
    /// The endpoints of each device, in ascending order, by the endpoint that describes the device.
    private(set) var members: [UInt16: [UInt16]] = [:]

    init(_ endpoints: [UInt16: NodeEndpoint]) {
        let roots = Self.bridgedRoots(endpoints)
        var owners: [UInt16: (root: UInt16, size: Int)] = [:]
        for root in roots.sorted() {
            let family = Self.descendants(of: root, in: endpoints, notThrough: roots)
            for member in family {
                // An endpoint that two bridged devices claim belongs to the one with the smaller family.
                if let owner = owners[member], owner.size <= family.count { continue }
                owners[member] = (root, family.count)
            }
        }
        for number in endpoints.keys.sorted() {
            let root = roots.contains(number) ? number : owners[number]?.root ?? 0
            members[root, default: []].append(number)
        }
        if members[0] == nil { members[0] = [] }
    }

    /// The endpoints that describe a bridged device: those of this type, and those below an aggregator that have a
    /// description of their own. Elsewhere a description does not make an endpoint a bridged device.
    private static func bridgedRoots(_ endpoints: [UInt16: NodeEndpoint]) -> Set<UInt16> {
        let below = Set(endpoints.values.filter(\.isAggregator).flatMap(\.parts))
        return Set(
            endpoints.values.filter { endpoint in
                endpoint.number != 0 && !endpoint.isAggregator
                    && (endpoint.isBridgedNode || below.contains(endpoint.number) && endpoint.clusters.contains(0x39))
            }.map(\.number))
    }

    private static func descendants(
        of root: UInt16, in endpoints: [UInt16: NodeEndpoint], notThrough roots: Set<UInt16>
    ) -> Set<UInt16> {
        var found: Set<UInt16> = []
        var waiting = endpoints[root]?.parts ?? []
        while let next = waiting.popLast() {
            guard next != 0, next != root, !roots.contains(next), let endpoint = endpoints[next],
                found.insert(next).inserted
            else { continue }
            waiting += endpoint.parts
        }
        return found
    }
}
