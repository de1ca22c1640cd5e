/// A value with its tag, as it stands in a structure or a list.
package struct TLVElement: Hashable, Sendable {
    package let tag: TLVTag
    package let value: TLVValue

    package init(tag: TLVTag, value: TLVValue) {
        self.tag = tag
        self.value = value
    }

    /// An element with a context tag.
    package static func context(_ number: UInt8, is value: TLVValue) -> TLVElement {
        TLVElement(tag: .context(number), value: value)
    }
}
