package import GatewayWire

/// The routes of privacy: what the home stores about people, the notice, exports, the erasure of people, and the wipe.
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

    /// Exports the data of a person: passes the head of the response and then the bytes of the archive to `receive` as
    /// they arrive. The archive may be of any length. Returning false, or cancelling the task, ends the export.
    ///
    /// The first bytes come after the check of the rights, so the deadline is that of a usual request.
    package func exportPerson(
        _ export: PersonalExportBody, receive: @escaping @Sendable (StreamPiece) async throws(Failure) -> Bool
    ) async throws(Failure) {
        let request = GatewayRequest(.post, path: "/privacy/exports").withBody(export).accepting("application/zip")
        try await stream(request.within(.seconds(60)), receive: receive)
    }
}
