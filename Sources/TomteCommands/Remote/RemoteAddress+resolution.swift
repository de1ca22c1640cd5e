import NIOCore

extension RemoteAddress {
    /// The first IP address of the host. Throws when it has none, or that address is not local.
    static func resolve(_ host: String, port: Int) throws(CLIError) -> String {
        guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port), let text = address.ipAddress
        else {
            throw .unreachableGateway(
                host: host, port: port, "the host name is unknown; give its address with --address when you pair")
        }
        guard LocalAddress.isLocal(text) else {
            throw .invalid(
                "\(host) has the address \(text), which is not local. Tomte connects only to local addresses.")
        }
        return text
    }
}
