import HomeKitProtocol

/// What happens with a connection after a request.
enum RequestOutcome: Sendable {
    case goesOn
    /// All bytes that the controller sends from now on are encrypted with these keys.
    case isSecured(SessionKeys)
    case isClosed
}
