package import MatterProtocol

/// An attribute that a controller changed, by a command or a write.
package struct ControllerChange: Hashable, Sendable {
    package let path: AttributePath
    package let value: TLVValue
    /// The fabric of the controller; nil for a commissioner in a PASE session.
    package let fabric: UInt8?

    package init(path: AttributePath, value: TLVValue, fabric: UInt8?) {
        self.path = path
        self.value = value
        self.fabric = fabric
    }
}
