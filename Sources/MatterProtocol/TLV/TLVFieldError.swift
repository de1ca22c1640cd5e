/// Why bytes are not the structure that was expected. Fields are named by their context tags.
package enum TLVFieldError: Error, Hashable, Sendable {
    case malformed(TLVError)
    case noStructure
    case missing(UInt8)
    /// The field has another type, or a length or value that is not permitted.
    case invalid(UInt8)
}
