import NIOCore

extension RemoteAddress {
    /// The first address of the host; throws when there is none, or it is out on the internet.
    static func resolve(_ host: String, port: Int) throws(CommandFailure) -> String {
        guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port), let text = address.ipAddress
        else {
            throw .unreachableGateway(host: host, port: port, "nobody knows this name; give its address with --address")
        }
        guard LocalAddress.isLocal(text) else {
            throw .invalid(
                "\(host) leads to \(text), which is not on this network; a gateway is never reached from outside.")
        }
        return text
    }
}
