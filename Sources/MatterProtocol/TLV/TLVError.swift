/// Why bytes are not a TLV value.
package enum TLVError: Error, Hashable, Sendable {
    case truncated
    case tooManyBytes(limit: Int)
    case tooManyElements(limit: Int)
    case tooDeep(limit: Int)
    /// A control byte with a type that Matter has reserved.
    case unknownType(UInt8)
    case invalidText
    /// The end of a container where none is open, or as the value of an element.
    case unexpectedEnd
    /// An element of a structure without a tag, or one of an array with a tag.
    case misplacedTag
    /// Bytes after the end of the value.
    case trailingBytes
}
