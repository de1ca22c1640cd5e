import Foundation
package import GatewayWire
package import HomeModel

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

    package func crashReports() async throws(Failure) -> Response<[CrashReport]> {
        try await send(GatewayRequest(.get, path: "/privacy/crash-reports"))
    }

    package func crashReport(_ id: CrashReport.ID) async throws(Failure) -> Response<CrashReport> {
        try await send(GatewayRequest(.get, path: "/privacy/crash-reports/\(id)"))
    }

    package func removeCrashReport(_ id: CrashReport.ID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/privacy/crash-reports/\(id)"), for: Data.self)
    }
}
