package import GatewayWire
package import HomeModel

/// The routes of incidents.
extension GatewayClient {
    package func incidents() async throws(Failure) -> Response<[IncidentSummaryBody]> {
        try await send(GatewayRequest(.get, path: "/incidents"))
    }

    package func incidentRules() async throws(Failure) -> Response<[IncidentRuleTerms]> {
        try await send(GatewayRequest(.get, path: "/incident-rules"))
    }

    package func keyRotationPlan() async throws(Failure) -> Response<KeyRotationPlan> {
        try await send(GatewayRequest(.get, path: "/key-rotation"))
    }

    package func incident(_ id: IncidentID) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.get, path: "/incidents/\(id)"))
    }

    package func open(_ incident: NewIncidentBody) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.post, path: "/incidents").withBody(incident))
    }

    /// Records that the person of this client has seen the incident.
    package func recordSeen(_ id: IncidentID) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.post, path: "/incidents/\(id)/seen"))
    }

    package func add(_ note: NewIncidentNoteBody, to id: IncidentID) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.post, path: "/incidents/\(id)/notes").withBody(note))
    }

    package func close(
        _ id: IncidentID, with closing: IncidentClosingBody
    ) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.post, path: "/incidents/\(id)/closing").withBody(closing))
    }

    package func rename(
        _ id: IncidentID, to title: IncidentTitleBody
    ) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.patch, path: "/incidents/\(id)").withBody(title))
    }

    package func reopen(_ id: IncidentID) async throws(Failure) -> Response<IncidentBody> {
        try await send(GatewayRequest(.post, path: "/incidents/\(id)/reopening"))
    }

    /// Carries out one step against the incident. Keys are rotated within a minute, because the broker is restarted.
    package func contain(
        _ id: IncidentID, by step: ContainmentBody
    ) async throws(Failure) -> Response<IncidentBody> {
        try await send(
            GatewayRequest(.post, path: "/incidents/\(id)/containment").withBody(step).within(.seconds(120)))
    }

    package func incidentNotice(
        _ id: IncidentID, language: String?
    ) async throws(Failure) -> Response<IncidentNoticeBody> {
        try await send(
            GatewayRequest(.get, path: "/incidents/\(id)/notice").withQuery([("language", language)]))
    }

    /// Exports the evidence: passes the head of the response and the bytes of the ZIP archive to `receive`.
    package func exportIncident(
        _ id: IncidentID, receive: @escaping @Sendable (StreamPiece) async throws(Failure) -> Bool
    ) async throws(Failure) {
        let request = GatewayRequest(.post, path: "/incidents/\(id)/export").accepting("application/zip")
        try await stream(request.within(.seconds(120)), receive: receive)
    }
}
