package import GatewayWire
package import HomeModel

/// The routes of privacy: the erasure of people.
extension GatewayClient {
    package func erasures() async throws(Failure) -> Response<[ErasureBody]> {
        try await send(GatewayRequest(.get, path: "/privacy/erasures"))
    }

    /// Erases a person. The gateway answers when the erasure is finished, or after some time.
    package func erase(_ erasure: NewErasureBody) async throws(Failure) -> Response<ErasureBody> {
        try await send(GatewayRequest(.post, path: "/privacy/erasures").withBody(erasure).within(.seconds(60)))
    }
}
