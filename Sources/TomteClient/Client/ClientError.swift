package import GatewayWire

/// The reason why a request to a gateway failed.
package enum ClientError: Error, Sendable {
    /// No gateway runs on this machine, or its socket cannot be used.
    case noGateway(GatewayUnavailability)
    /// The gateway refused the request.
    case problem(ProblemBody)
    case noAnswer(within: Duration)
    case unreachableGateway(host: String, port: Int, String)
    /// The server at this address does not have the pinned key.
    case wrongGateway(host: String, port: Int)
    case connectionLost
    case unreadableAnswer(String)
    /// The request or the address cannot be used. The text is the whole message.
    case invalid(String)
    /// This client is not paired with a gateway of the given name. The text is the whole message.
    case unknownGateway(String)
    /// The key or the tokens of this client cannot be used or stored. The text is the whole message.
    case unusableCredentials(String)
}

/// The error of a program that uses `GatewayClient`.
package protocol ClientFailure: Error {
    init(_ error: ClientError)
}

extension ClientError: ClientFailure {
    package init(_ error: ClientError) { self = error }
}
