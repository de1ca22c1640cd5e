import Foundation
package import GatewayWire
package import HomeModel

/// The routes of privacy: what the home stores about people, the notice, consents, exports, the erasure of people, the
/// wipe, and crash reports.
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

/// The routes of consents and of crash reports.
extension GatewayClient {
    package func consents() async throws(Failure) -> Response<[ConsentBody]> {
        try await send(GatewayRequest(.get, path: "/privacy/consents"))
    }

    /// Gives a consent. `version` is that of the text that the person read.
    package func give(_ consent: ConsentID, version: Int) async throws(Failure) -> Response<ConsentBody> {
        try await send(
            GatewayRequest(.put, path: "/privacy/consents/\(consent.rawValue)")
                .withBody(ConsentAnswerBody(version: version)))
    }

    /// Withdraws a consent. The response comes when its data is deleted, or when the deletion has to wait.
    package func withdraw(_ consent: ConsentID) async throws(Failure) -> Response<ConsentWithdrawalBody> {
        try await send(
            GatewayRequest(.delete, path: "/privacy/consents/\(consent.rawValue)").within(.seconds(900)))
    }

    package func crashReports() async throws(Failure) -> Response<[CrashReport.Summary]> {
        try await send(GatewayRequest(.get, path: "/privacy/crash-reports"))
    }

    package func crashReport(_ id: CrashReport.ID) async throws(Failure) -> Response<CrashReport> {
        try await send(GatewayRequest(.get, path: "/privacy/crash-reports/\(id)"))
    }

    package func removeCrashReport(_ id: CrashReport.ID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/privacy/crash-reports/\(id)"), for: Data.self)
    }
}
