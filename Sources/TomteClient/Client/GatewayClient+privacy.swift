package import GatewayWire

/// The routes of what the gateway keeps about people.
extension GatewayClient {
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
