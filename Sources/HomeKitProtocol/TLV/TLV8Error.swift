/// The reason why bytes are not a TLV8 body that this code accepts.
package enum TLV8Error: Error, Hashable, Sendable {
    /// The last item has no length, or fewer bytes than its length says.
    case truncated
    case tooManyBytes(limit: Int)
    case tooManyItems(limit: Int)
}
