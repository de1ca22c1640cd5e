/// The reason why bytes are not JSON that this code accepts. Positions count bytes from zero.
package enum HomeKitJSONError: Error, Hashable, Sendable {
    case tooManyBytes(limit: Int)
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
    case unexpectedEnd
    case unexpectedByte(position: Int)
}
