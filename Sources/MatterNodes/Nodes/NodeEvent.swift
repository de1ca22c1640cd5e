package import MatterProtocol

/// An event that a node reported. Callers pass each event once, by its number, and none of those that prime a
/// subscription.
package struct NodeEvent: Hashable, Sendable {
    package let path: EventPath
    package let data: TLVValue

    package init(path: EventPath, data: TLVValue) {
        self.path = path
        self.data = data
    }
}
