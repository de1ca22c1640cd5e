package import GatewayWire

/// The routes of privacy: the erasure of people, and the wipe of the home.
extension GatewayClient {
    package func erasures() async throws(Failure) -> Response<[ErasureBody]> {
        try await send(GatewayRequest(.get, path: "/privacy/erasures"))
    }

    /// Erases a person. The gateway answers when the erasure is finished, or after some time.
    package func erase(_ erasure: NewErasureBody) async throws(Failure) -> Response<ErasureBody> {
        try await send(GatewayRequest(.post, path: "/privacy/erasures").withBody(erasure).within(.seconds(60)))
    }

    package func wipe() async throws(Failure) -> Response<WipeBody> {
        try await send(GatewayRequest(.get, path: "/privacy/wipe"))
    }

    /// Wipes the home. The gateway answers when its paired devices have removed their pairings, or after a minute.
    package func wipe(_ wipe: NewWipeBody) async throws(Failure) -> Response<WipeBody> {
        try await send(GatewayRequest(.post, path: "/privacy/wipe").withBody(wipe).within(.seconds(120)))
    }
}
