/// The address of a device's own web server.
package struct SetupTarget: Hashable, Sendable, CustomStringConvertible {
    package static let usualPort: UInt16 = 80

    package let address: IPv4Address
    package let port: UInt16

    package init(address: IPv4Address, port: UInt16 = usualPort) {
        self.address = address
        self.port = port
    }

    package var description: String { port == Self.usualPort ? "\(address)" : "\(address):\(port)" }
}
