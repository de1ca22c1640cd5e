import Foundation
import GatewayWire
import HomeModel

/// The routes of devices, rooms, commands, readings, people, the audit log and retention.
extension GatewayClient {
    func diagnostics() async throws(CLIError) -> APIResponse<DiagnosticsBody> {
        try await send(GatewayRequest(.get, path: "/diagnostics"))
    }

    func devices() async throws(CLIError) -> APIResponse<[DeviceBody]> {
        try await send(GatewayRequest(.get, path: "/devices"))
    }

    func device(_ id: DeviceID) async throws(CLIError) -> APIResponse<DeviceBody> {
        try await send(GatewayRequest(.get, path: "/devices/\(id)"))
    }

    func change(_ id: DeviceID, change: DeviceChangeBody) async throws(CLIError) -> APIResponse<DeviceBody> {
        try await send(GatewayRequest(.patch, path: "/devices/\(id)").withBody(change))
    }

    func remove(_ id: DeviceID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/devices/\(id)"), for: Data.self)
    }

    func rooms() async throws(CLIError) -> APIResponse<[RoomBody]> {
        try await send(GatewayRequest(.get, path: "/rooms"))
    }

    func addRoom(_ room: RoomNameBody) async throws(CLIError) -> APIResponse<RoomBody> {
        try await send(GatewayRequest(.post, path: "/rooms").withBody(room))
    }

    func rename(_ id: RoomID, room: RoomNameBody) async throws(CLIError) -> APIResponse<RoomBody> {
        try await send(GatewayRequest(.patch, path: "/rooms/\(id)").withBody(room))
    }

    func remove(_ id: RoomID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/rooms/\(id)"), for: Data.self)
    }

    func discovered() async throws(CLIError) -> APIResponse<[DiscoveredBody]> {
        try await send(GatewayRequest(.get, path: "/discovered"))
    }

    func findings() async throws(CLIError) -> APIResponse<[LinkFindingBody]> {
        try await send(GatewayRequest(.get, path: "/findings"))
    }

    func clear(_ id: FindingID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/findings/\(id)"), for: Data.self)
    }

    func provision(
        _ root: DeviceID, body: ProvisionBody = ProvisionBody(dialect: .homie)
    ) async throws(CLIError) -> APIResponse<CredentialBody> {
        try await send(GatewayRequest(.post, path: "/devices/\(root)/provision").withBody(body).within(.seconds(60)))
    }

    func credentials() async throws(CLIError) -> APIResponse<[ListedCredentialBody]> {
        try await send(GatewayRequest(.get, path: "/credentials"))
    }

    func revokeCredential(_ root: DeviceID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/credentials/\(root)").within(.seconds(30)), for: Data.self)
    }

    func adopt(_ id: DeviceID, adoption: AdoptionBody) async throws(CLIError) -> APIResponse<DeviceBody> {
        try await send(GatewayRequest(.post, path: "/discovered/\(id)/adopt").withBody(adoption))
    }

    /// Sends a command to a device. With `waits` the response comes when the command has ended, otherwise as soon as it
    /// was sent. `limit` is the time limit of the response; the command has its own deadline.
    func command(
        _ id: DeviceID, command: CommandBody, within limit: Duration, waits: Bool = true
    ) async throws(CLIError) -> APIResponse<CommandRecordBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(id)/commands").withQuery([("wait", waits ? "confirmed" : nil)])
                .withBody(command).within(limit))
    }

    func command(_ id: CommandID) async throws(CLIError) -> APIResponse<CommandRecordBody> {
        try await send(GatewayRequest(.get, path: "/commands/\(id)"))
    }

    func commands(of id: DeviceID, limit: Int?) async throws(CLIError) -> APIResponse<[CommandRecordBody]> {
        try await send(
            GatewayRequest(.get, path: "/devices/\(id)/commands").withQuery([("limit", limit.map(String.init))]))
    }

    func renameHome(_ name: NewNameBody) async throws(CLIError) -> APIResponse<HomeBody> {
        try await send(GatewayRequest(.patch, path: "/home").withBody(name))
    }

    func certificates() async throws(CLIError) -> APIResponse<[CertificateBody]> {
        try await send(GatewayRequest(.get, path: "/certificates"))
    }

    func readings(_ query: ReadingsQuery) async throws(CLIError) -> APIResponse<ReadingsBody> {
        try await send(query.request.within(.seconds(60)))
    }

    /// Passes the response to `receive` in pieces as they arrive; it may be of any length.
    func readings(
        _ query: ReadingsQuery, as mediaType: String,
        receive: @escaping @Sendable ([UInt8]) async throws(CLIError) -> Void
    ) async throws(CLIError) {
        let request = query.request.accepting(mediaType).within(.seconds(60))
        try await stream(request) { piece throws(CLIError) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    func energy(from: Timestamp, to: Timestamp?, by grouping: String) async throws(CLIError) -> APIResponse<EnergyBody>
    {
        try await send(
            GatewayRequest(.get, path: "/energy").withQuery([
                ("from", from.rfc3339), ("to", to?.rfc3339), ("by", grouping),
            ])
            .within(.seconds(300)))
    }

    func people() async throws(CLIError) -> APIResponse<[PersonBody]> {
        try await send(GatewayRequest(.get, path: "/people"))
    }

    func add(_ person: NewPersonBody) async throws(CLIError) -> APIResponse<PersonBody> {
        try await send(GatewayRequest(.post, path: "/people").withBody(person))
    }

    func change(_ id: PersonID, change: PersonChangeBody) async throws(CLIError) -> APIResponse<PersonBody> {
        try await send(GatewayRequest(.patch, path: "/people/\(id)").withBody(change))
    }

    func remove(_ id: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/people/\(id)"), for: Data.self)
    }

    func audit(_ selection: AuditSelection, limit: Int?) async throws(CLIError) -> APIResponse<[AuditRecord]> {
        let query = selection.query(now: Timestamp(Date())) + [("limit", limit.map(String.init))]
        return try await send(GatewayRequest(.get, path: "/audit").withQuery(query).within(.seconds(60)))
    }

    /// Passes the response to `receive` in pieces as they arrive; it may be of any length.
    func auditExport(
        _ selection: AuditSelection, receive: @escaping @Sendable ([UInt8]) async throws(CLIError) -> Void
    ) async throws(CLIError) {
        let request = GatewayRequest(.get, path: "/audit/export").withQuery(selection.query(now: Timestamp(Date())))
            .accepting("application/jsonl").within(.seconds(60))
        try await stream(request) { piece throws(CLIError) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    func auditHeads() async throws(CLIError) -> APIResponse<AuditHeads> {
        try await send(GatewayRequest(.get, path: "/audit/heads"))
    }

    func auditVerification(
        remembered: [AuditHead]
    ) async throws(CLIError) -> APIResponse<[AuditVerification]> {
        let heads = remembered.isEmpty ? nil : remembered.map(\.description).joined(separator: ",")
        return try await send(
            GatewayRequest(.get, path: "/audit/verification").withQuery([("heads", heads)]).within(.seconds(300)))
    }

    func retention() async throws(CLIError) -> APIResponse<RetentionBody> {
        try await send(GatewayRequest(.get, path: "/retention"))
    }

    func keep(_ series: SeriesRetentionBody) async throws(CLIError) -> APIResponse<RetentionBody> {
        try await send(GatewayRequest(.put, path: "/retention/series").withBody(series))
    }

    func set(_ terms: RetentionTerms) async throws(CLIError) -> APIResponse<RetentionTerms> {
        try await send(GatewayRequest(.put, path: "/retention").withBody(terms))
    }

    /// Runs retention now: with `trustingClock` even if the gateway does not know whether its clock is right, with
    /// `isConfirmed` even if the clock is far ahead of the last known time.
    func runRetention(trustingClock: Bool, isConfirmed: Bool) async throws(CLIError) -> APIResponse<RetentionRunSummary>
    {
        try await send(
            GatewayRequest(.post, path: "/retention/run").withQuery([
                ("trustClock", trustingClock ? "true" : nil), ("confirm", isConfirmed ? "true" : nil),
            ])
            .within(.seconds(900)))
    }
}

/// The routes that import past readings.
extension GatewayClient {
    func beginImport(from source: String) async throws(CLIError) -> APIResponse<ImportBody> {
        try await send(GatewayRequest(.post, path: "/imports").withBody(NewImportBody(source: source)))
    }

    func archive(
        _ devices: [ArchivedDeviceBody], in id: ImportID
    ) async throws(CLIError) -> APIResponse<[DeviceBody]> {
        try await send(GatewayRequest(.post, path: "/imports/\(id)/devices").withBody(devices).within(.seconds(60)))
    }

    func importReadings(
        _ readings: ImportedReadingsBody, in id: ImportID
    ) async throws(CLIError) -> APIResponse<[ImportCounts]> {
        var request = GatewayRequest(.post, path: "/imports/\(id)/readings").within(.seconds(120))
        request.body = Data(readings.bytes)
        return try await send(request)
    }

    func endImport(_ id: ImportID, isComplete: Bool) async throws(CLIError) -> APIResponse<ImportCounts> {
        try await send(
            GatewayRequest(.post, path: "/imports/\(id)/end").withBody(ImportEndBody(isComplete: isComplete))
                .within(.seconds(60)))
    }
}

/// The routes that strike readings out of a history and restore them.
extension GatewayClient {
    func previewStrike(_ query: StrikeQuery) async throws(CLIError) -> APIResponse<StruckReadingsBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(query.series.device)/readings/strikes/preview")
                .withBody(NewStrikeBody(query)).within(.seconds(300)))
    }

    func strike(_ query: StrikeQuery) async throws(CLIError) -> APIResponse<StrikeBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(query.series.device)/readings/strikes")
                .withBody(NewStrikeBody(query)).within(.seconds(900)))
    }

    func strikes() async throws(CLIError) -> APIResponse<[StrikeBody]> {
        try await send(GatewayRequest(.get, path: "/strikes"))
    }

    func restoreStrike(_ id: Int64) async throws(CLIError) -> APIResponse<StrikeBody> {
        try await send(GatewayRequest(.post, path: "/strikes/\(id)/restore").within(.seconds(900)))
    }
}
