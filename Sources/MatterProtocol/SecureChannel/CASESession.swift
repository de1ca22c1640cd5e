/// What CASE yields: a session with a node of a fabric.
package struct CASESession: Sendable {
    package let session: EstablishedSession
    package let fabric: CompressedFabricID
    /// The id of this side in the fabric.
    package let localNodeID: NodeID
    package let peerNodeID: NodeID
    /// The tags in the certificate of the other node.
    package let peerTags: [CASEAuthenticatedTag]
    /// Whether an earlier session was resumed.
    package let isResumed: Bool
    /// Replaces all records that this side has of the other node.
    package let resumption: ResumptionRecord
}
