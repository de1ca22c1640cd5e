package import GatewayWire

/// The routes of what the home stores about people.
extension GatewayClient {
    package func privacy() async throws(Failure) -> Response<PrivacyBody> {
        try await send(GatewayRequest(.get, path: "/privacy").within(.seconds(60)))
    }

    package func privacyNotice() async throws(Failure) -> Response<PrivacyNoticeBody> {
        try await send(GatewayRequest(.get, path: "/privacy/notice"))
    }

    /// Records that the person of this client has seen a version of the notice.
    package func recordSeen(_ notice: NoticeSeenBody) async throws(Failure) -> Response<PrivacyNoticeBody> {
        try await send(GatewayRequest(.put, path: "/privacy/notice").withBody(notice))
    }
}
