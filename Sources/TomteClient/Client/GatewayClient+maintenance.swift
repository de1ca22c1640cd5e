import Foundation
package import GatewayWire
package import HomeModel

/// The routes of appliances.
extension GatewayClient {
    /// All appliances, by name; those of one room, with `room`.
    package func appliances(in room: RoomID? = nil) async throws(Failure) -> Response<[ApplianceBody]> {
        try await send(GatewayRequest(.get, path: "/appliances").withQuery([("room", room?.rawValue)]))
    }

    package func appliance(_ id: ApplianceID) async throws(Failure) -> Response<ApplianceBody> {
        try await send(GatewayRequest(.get, path: "/appliances/\(id)"))
    }

    package func add(_ appliance: NewApplianceBody) async throws(Failure) -> Response<ApplianceBody> {
        try await send(GatewayRequest(.post, path: "/appliances").withBody(appliance))
    }

    /// Replaces the details of an appliance. Throws the problem `changedMeanwhile` unless it has this revision now.
    package func set(
        _ appliance: NewApplianceBody, of id: ApplianceID, replacing revision: Int
    ) async throws(Failure) -> Response<ApplianceBody> {
        var request = GatewayRequest(.put, path: "/appliances/\(id)").withBody(appliance)
        request.headers = [("If-Match", "\"\(revision)\"")]
        return try await send(request)
    }

    /// Removes an appliance. Throws the problem `confirmationNeeded` for one with a service history without `history`.
    package func remove(_ id: ApplianceID, history: HistoryDisposal?) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.delete, path: "/appliances/\(id)").withQuery([("history", history?.rawValue)]),
            for: Data.self)
    }
}

/// The routes of the service history.
extension GatewayClient {
    /// One page of the history of a subject, or of all, newest day first.
    package func serviceHistory(
        of subject: ServiceSubject? = nil, limit: Int? = nil, before cursor: String? = nil
    ) async throws(Failure) -> Response<ServiceHistoryBody> {
        try await send(
            GatewayRequest(.get, path: "/maintenance/history").withQuery([
                ("appliance", subject?.appliance?.rawValue), ("device", subject?.device?.rawValue),
                ("limit", limit.map(String.init)), ("before", cursor),
            ]))
    }

    package func add(_ entry: NewServiceEntryBody) async throws(Failure) -> Response<ServiceEntryBody> {
        try await send(GatewayRequest(.post, path: "/maintenance/history").withBody(entry))
    }

    /// Replaces the details of an entry. Throws the problem `changedMeanwhile` unless it has this revision now.
    package func set(
        _ entry: ServiceEntryChangeBody, of id: ServiceEntryID, replacing revision: Int
    ) async throws(Failure) -> Response<ServiceEntryBody> {
        var request = GatewayRequest(.put, path: "/maintenance/history/\(id)").withBody(entry)
        request.headers = [("If-Match", "\"\(revision)\"")]
        return try await send(request)
    }

    package func remove(_ entry: ServiceEntryID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/maintenance/history/\(entry)"), for: Data.self)
    }

    /// Deletes the history of an appliance, also of one that has left the home.
    package func removeHistory(of appliance: ApplianceID) async throws(Failure) -> Response<DeletedEntriesBody> {
        try await send(GatewayRequest(.delete, path: "/appliances/\(appliance)/history"))
    }

    /// Passes the history of a subject, or of all, to `receive` as it arrives: as CSV, or as a JSON array.
    package func exportServiceHistory(
        of subject: ServiceSubject?, asCSV: Bool,
        receive: @escaping @Sendable ([UInt8]) async throws(Failure) -> Void
    ) async throws(Failure) {
        let request = GatewayRequest(.get, path: "/maintenance/history/export")
            .withQuery([("appliance", subject?.appliance?.rawValue), ("device", subject?.device?.rawValue)])
            .accepting(asCSV ? "text/csv" : "application/json")
        try await stream(request.within(.seconds(60))) { piece throws(Failure) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }
}
