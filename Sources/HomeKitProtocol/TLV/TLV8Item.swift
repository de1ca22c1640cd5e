/// One item of a TLV8 body: a type and the value that the fragments of the item make together.
package struct TLV8Item: Hashable, Sendable {
    package let type: UInt8
    package let value: [UInt8]

    package init(type: UInt8, value: [UInt8]) {
        self.type = type
        self.value = value
    }
}
