package import MatterProtocol

/// Who sends the requests of a session.
package struct AccessSubject: Hashable, Sendable {
    package enum Authentication: Hashable, Sendable {
        /// A commissioner that knows the passcode. It may do everything.
        case passcode
        case certificate(NodeID, tags: [CASEAuthenticatedTag])
    }

    package let authentication: Authentication
    /// Nil in a PASE session before the node has got a fabric over it.
    package var fabric: UInt8?

    /// What the entries of the fabric grant for a cluster of an endpoint; nil without any privilege.
    func privilege(
        in entries: [AccessControlEntry], cluster: UInt32, endpoint: EndpointDefinition
    ) -> AccessPrivilege? {
        guard case .certificate(let node, let tags) = authentication else { return .administer }
        return entries.filter { $0.grants(to: node, tags: tags, cluster: cluster, endpoint: endpoint) }
            .map(\.privilege).max()
    }
}
