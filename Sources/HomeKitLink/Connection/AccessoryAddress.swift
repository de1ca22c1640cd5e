package import HomeModel

/// Where an accessory listens.
package struct AccessoryAddress: Hashable, Sendable, Codable {
    /// A numeric address. A link-local IPv6 address includes its interface.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The addresses of an announced accessory, in the order in which to try them.
    package static func all(of service: NetworkService) -> [AccessoryAddress] {
        service.addresses.map { AccessoryAddress(host: $0.description, port: service.port) }
    }

    /// The address as the HTTP header `Host` contains it: without the interface.
    var header: String {
        let address = host.prefix { $0 != "%" }
        return address.contains(":") ? "[\(address)]" : String(address)
    }
}
