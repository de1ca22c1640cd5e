import Foundation
package import GatewayWire
package import HomeModel

/// The routes of devices, rooms, commands, readings, people, the audit log and retention.
extension GatewayClient {
    /// The health of the gateway in one word, which needs no rights.
    package func health() async throws(Failure) -> Response<HealthBody> {
        try await send(GatewayRequest(.get, path: "/health").within(.seconds(10)))
    }

    package func diagnostics() async throws(Failure) -> Response<DiagnosticsBody> {
        try await send(GatewayRequest(.get, path: "/diagnostics"))
    }

    /// The diagnostics after everything was checked again, also what is otherwise checked once a day.
    package func freshDiagnostics() async throws(Failure) -> Response<DiagnosticsBody> {
        try await send(
            GatewayRequest(.get, path: "/diagnostics").withQuery([("recheck", "true")]).within(.seconds(300)))
    }

    package func devices() async throws(Failure) -> Response<[DeviceBody]> {
        try await send(GatewayRequest(.get, path: "/devices"))
    }

    package func device(_ id: DeviceID) async throws(Failure) -> Response<DeviceBody> {
        try await send(GatewayRequest(.get, path: "/devices/\(id)"))
    }

    package func change(_ id: DeviceID, change: DeviceChangeBody) async throws(Failure) -> Response<DeviceBody> {
        try await send(GatewayRequest(.patch, path: "/devices/\(id)").withBody(change))
    }

    package func remove(_ id: DeviceID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/devices/\(id)"), for: Data.self)
    }

    package func rooms() async throws(Failure) -> Response<[RoomBody]> {
        try await send(GatewayRequest(.get, path: "/rooms"))
    }

    package func addRoom(_ room: RoomNameBody) async throws(Failure) -> Response<RoomBody> {
        try await send(GatewayRequest(.post, path: "/rooms").withBody(room))
    }

    package func rename(_ id: RoomID, room: RoomNameBody) async throws(Failure) -> Response<RoomBody> {
        try await send(GatewayRequest(.patch, path: "/rooms/\(id)").withBody(room))
    }

    package func remove(_ id: RoomID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/rooms/\(id)"), for: Data.self)
    }

    package func discovered() async throws(Failure) -> Response<[DiscoveredBody]> {
        try await send(GatewayRequest(.get, path: "/discovered"))
    }

    package func findings() async throws(Failure) -> Response<[LinkFindingBody]> {
        try await send(GatewayRequest(.get, path: "/findings"))
    }

    package func clear(_ id: FindingID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/findings/\(id)"), for: Data.self)
    }

    package func provision(
        _ root: DeviceID, body: ProvisionBody
    ) async throws(Failure) -> Response<CredentialBody> {
        try await send(GatewayRequest(.post, path: "/devices/\(root)/provision").withBody(body).within(.seconds(60)))
    }

    package func planSetup(
        _ root: DeviceID, body: SetupQuestionBody
    ) async throws(Failure) -> Response<SetupPlanBody> {
        try await send(GatewayRequest(.post, path: "/devices/\(root)/setup/plan").withBody(body).within(.seconds(90)))
    }

    package func beginSetup(
        _ root: DeviceID, body: SetupRequestBody
    ) async throws(Failure) -> Response<SetupBody> {
        try await send(GatewayRequest(.post, path: "/devices/\(root)/setup").withBody(body).within(.seconds(90)))
    }

    package func setup(_ root: DeviceID) async throws(Failure) -> Response<SetupBody> {
        try await send(GatewayRequest(.get, path: "/devices/\(root)/setup"))
    }

    package func cancelSetup(_ root: DeviceID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/devices/\(root)/setup"), for: Data.self)
    }

    package func credentials() async throws(Failure) -> Response<[ListedCredentialBody]> {
        try await send(GatewayRequest(.get, path: "/credentials"))
    }

    package func revokeCredential(_ root: DeviceID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/credentials/\(root)").within(.seconds(30)), for: Data.self)
    }

    package func adopt(_ id: DeviceID, adoption: AdoptionBody) async throws(Failure) -> Response<DeviceBody> {
        try await send(GatewayRequest(.post, path: "/discovered/\(id)/adopt").withBody(adoption))
    }

    /// Sends a command to a device. With `waits` the response comes when the command has ended, otherwise as soon as it
    /// was sent. `limit` is the time limit of the response; the command has its own deadline.
    package func command(
        _ id: DeviceID, command: CommandBody, within limit: Duration, waits: Bool = true
    ) async throws(Failure) -> Response<CommandRecordBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(id)/commands").withQuery([("wait", waits ? "confirmed" : nil)])
                .withBody(command).within(limit))
    }

    package func command(_ id: CommandID) async throws(Failure) -> Response<CommandRecordBody> {
        try await send(GatewayRequest(.get, path: "/commands/\(id)"))
    }

    /// Sends a command to several parts. The response comes as soon as the commands of all parts were sent. `limit` is
    /// the time limit of the response; each command has its own deadline.
    package func sendGroup(
        _ group: GroupCommandBody, within limit: Duration
    ) async throws(Failure) -> Response<GroupCommandRecordBody> {
        try await send(GatewayRequest(.post, path: "/commands").withBody(group).within(limit))
    }

    package func group(_ id: CommandID) async throws(Failure) -> Response<GroupCommandRecordBody> {
        try await send(GatewayRequest(.get, path: "/commands/\(id)"))
    }

    /// Gets a command to one part, or a group command.
    package func anyCommand(_ id: CommandID) async throws(Failure) -> Response<AnyCommandRecordBody> {
        try await send(GatewayRequest(.get, path: "/commands/\(id)"))
    }

    package func commands(of id: DeviceID, limit: Int?) async throws(Failure) -> Response<[CommandRecordBody]> {
        try await send(
            GatewayRequest(.get, path: "/devices/\(id)/commands").withQuery([("limit", limit.map(String.init))]))
    }

    package func renameHome(_ name: NewNameBody) async throws(Failure) -> Response<HomeBody> {
        try await send(GatewayRequest(.patch, path: "/home").withBody(name))
    }

    package func setTimeZone(_ zone: TimeZoneBody) async throws(Failure) -> Response<HomeBody> {
        try await send(GatewayRequest(.put, path: "/home/time-zone").withBody(zone))
    }

    package func certificates() async throws(Failure) -> Response<[CertificateBody]> {
        try await send(GatewayRequest(.get, path: "/certificates"))
    }

    package func readings(_ query: ReadingsQuery) async throws(Failure) -> Response<ReadingsBody> {
        try await send(query.request.within(.seconds(60)))
    }

    /// Passes the response to `receive` in pieces as they arrive; it may be of any length.
    package func readings(
        _ query: ReadingsQuery, as mediaType: String,
        receive: @escaping @Sendable ([UInt8]) async throws(Failure) -> Void
    ) async throws(Failure) {
        let request = query.request.accepting(mediaType).within(.seconds(60))
        try await stream(request) { piece throws(Failure) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    package func energy(from: Timestamp, to: Timestamp?, by grouping: String) async throws(Failure) -> Response<
        EnergyBody
    > {
        try await send(
            GatewayRequest(.get, path: "/energy").withQuery([
                ("from", from.rfc3339), ("to", to?.rfc3339), ("by", grouping),
            ])
            .within(.seconds(300)))
    }

    package func people() async throws(Failure) -> Response<[PersonBody]> {
        try await send(GatewayRequest(.get, path: "/people"))
    }

    package func add(_ person: NewPersonBody) async throws(Failure) -> Response<PersonBody> {
        try await send(GatewayRequest(.post, path: "/people").withBody(person))
    }

    package func change(_ id: PersonID, change: PersonChangeBody) async throws(Failure) -> Response<PersonBody> {
        try await send(GatewayRequest(.patch, path: "/people/\(id)").withBody(change))
    }

    package func remove(_ id: PersonID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/people/\(id)"), for: Data.self)
    }

    package func audit(_ query: AuditQuery, limit: Int?) async throws(Failure) -> Response<[AuditRecord]> {
        let parameters = query.parameters + [("limit", limit.map(String.init))]
        return try await send(GatewayRequest(.get, path: "/audit").withQuery(parameters).within(.seconds(60)))
    }

    /// Passes the response to `receive` in pieces as they arrive; it may be of any length.
    package func auditExport(
        _ query: AuditQuery, receive: @escaping @Sendable ([UInt8]) async throws(Failure) -> Void
    ) async throws(Failure) {
        let request = GatewayRequest(.get, path: "/audit/export").withQuery(query.parameters)
            .accepting("application/jsonl").within(.seconds(60))
        try await stream(request) { piece throws(Failure) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    package func auditHeads() async throws(Failure) -> Response<AuditHeads> {
        try await send(GatewayRequest(.get, path: "/audit/heads"))
    }

    package func auditVerification(
        remembered: [AuditHead]
    ) async throws(Failure) -> Response<[AuditVerification]> {
        let heads = remembered.isEmpty ? nil : remembered.map(\.description).joined(separator: ",")
        return try await send(
            GatewayRequest(.get, path: "/audit/verification").withQuery([("heads", heads)]).within(.seconds(300)))
    }

    package func retention() async throws(Failure) -> Response<RetentionBody> {
        try await send(GatewayRequest(.get, path: "/retention"))
    }

    package func keep(_ series: SeriesRetentionBody) async throws(Failure) -> Response<RetentionBody> {
        try await send(GatewayRequest(.put, path: "/retention/series").withBody(series))
    }

    package func set(_ terms: RetentionTerms) async throws(Failure) -> Response<RetentionTerms> {
        try await send(GatewayRequest(.put, path: "/retention").withBody(terms))
    }

    /// Runs retention now: with `trustingClock` even if the gateway does not know whether its clock is right, with
    /// `isConfirmed` even if the clock is far ahead of the last known time.
    package func runRetention(trustingClock: Bool, isConfirmed: Bool) async throws(Failure) -> Response<
        RetentionRunSummary
    > {
        try await send(
            GatewayRequest(.post, path: "/retention/run").withQuery([
                ("trustClock", trustingClock ? "true" : nil), ("confirm", isConfirmed ? "true" : nil),
            ])
            .within(.seconds(900)))
    }
}

/// The routes that import past readings.
extension GatewayClient {
    package func beginImport(from source: String) async throws(Failure) -> Response<ImportBody> {
        try await send(GatewayRequest(.post, path: "/imports").withBody(NewImportBody(source: source)))
    }

    package func archive(
        _ devices: [ArchivedDeviceBody], in id: ImportID
    ) async throws(Failure) -> Response<[DeviceBody]> {
        try await send(GatewayRequest(.post, path: "/imports/\(id)/devices").withBody(devices).within(.seconds(60)))
    }

    package func importReadings(
        _ readings: ImportedReadingsBody, in id: ImportID
    ) async throws(Failure) -> Response<[ImportCounts]> {
        try await send(
            GatewayRequest(.post, path: "/imports/\(id)/readings").withEncodedBody(Data(readings.bytes))
                .within(.seconds(120)))
    }

    package func endImport(_ id: ImportID, isComplete: Bool) async throws(Failure) -> Response<ImportCounts> {
        try await send(
            GatewayRequest(.post, path: "/imports/\(id)/end").withBody(ImportEndBody(isComplete: isComplete))
                .within(.seconds(60)))
    }
}

/// The routes that strike readings out of a history and restore them.
extension GatewayClient {
    package func previewStrike(_ query: StrikeQuery) async throws(Failure) -> Response<StruckReadingsBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(query.series.device)/readings/strikes/preview")
                .withBody(NewStrikeBody(query)).within(.seconds(300)))
    }

    package func strike(_ query: StrikeQuery) async throws(Failure) -> Response<StrikeBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(query.series.device)/readings/strikes")
                .withBody(NewStrikeBody(query)).within(.seconds(900)))
    }

    package func strikes() async throws(Failure) -> Response<[StrikeBody]> {
        try await send(GatewayRequest(.get, path: "/strikes"))
    }

    package func restoreStrike(_ id: Int64) async throws(Failure) -> Response<StrikeBody> {
        try await send(GatewayRequest(.post, path: "/strikes/\(id)/restore").within(.seconds(900)))
    }
}
