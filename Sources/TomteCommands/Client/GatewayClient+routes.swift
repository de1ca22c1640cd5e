import Foundation
import GatewayWire
import HomeModel

/// The routes of devices, rooms, commands, readings, people, the audit log and retention.
extension GatewayClient {
    func diagnostics() async throws(CLIError) -> APIResponse<DiagnosticsBody> {
        try await send(GatewayRequest(.get, "/diagnostics"))
    }

    func devices() async throws(CLIError) -> APIResponse<[DeviceBody]> {
        try await send(GatewayRequest(.get, "/devices"))
    }

    func device(_ id: DeviceID) async throws(CLIError) -> APIResponse<DeviceBody> {
        try await send(GatewayRequest(.get, "/devices/\(id)"))
    }

    func change(_ id: DeviceID, _ change: DeviceChangeBody) async throws(CLIError) -> APIResponse<DeviceBody> {
        try await send(GatewayRequest(.patch, "/devices/\(id)").withBody(change))
    }

    func remove(_ id: DeviceID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/devices/\(id)"), for: Data.self)
    }

    func rooms() async throws(CLIError) -> APIResponse<[RoomBody]> {
        try await send(GatewayRequest(.get, "/rooms"))
    }

    func addRoom(_ room: RoomNameBody) async throws(CLIError) -> APIResponse<RoomBody> {
        try await send(GatewayRequest(.post, "/rooms").withBody(room))
    }

    func rename(_ id: RoomID, _ room: RoomNameBody) async throws(CLIError) -> APIResponse<RoomBody> {
        try await send(GatewayRequest(.patch, "/rooms/\(id)").withBody(room))
    }

    func remove(_ id: RoomID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/rooms/\(id)"), for: Data.self)
    }

    func discovered() async throws(CLIError) -> APIResponse<[DiscoveredBody]> {
        try await send(GatewayRequest(.get, "/discovered"))
    }

    func findings() async throws(CLIError) -> APIResponse<[LinkFindingBody]> {
        try await send(GatewayRequest(.get, "/findings"))
    }

    func clear(_ id: FindingID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/findings/\(id)"), for: Data.self)
    }

    func provision(
        _ root: DeviceID, _ body: ProvisionBody = ProvisionBody(dialect: .homie)
    ) async throws(CLIError) -> APIResponse<CredentialBody> {
        try await send(GatewayRequest(.post, "/devices/\(root)/provision").withBody(body).within(.seconds(60)))
    }

    func credentials() async throws(CLIError) -> APIResponse<[ListedCredentialBody]> {
        try await send(GatewayRequest(.get, "/credentials"))
    }

    func revokeCredential(_ root: DeviceID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/credentials/\(root)").within(.seconds(30)), for: Data.self)
    }

    func adopt(_ id: DeviceID, _ adoption: AdoptionBody) async throws(CLIError) -> APIResponse<DeviceBody> {
        try await send(GatewayRequest(.post, "/discovered/\(id)/adopt").withBody(adoption))
    }

    /// Sends a command to a device. With `waits` the response comes when the command has ended, otherwise as soon as it
    /// was sent. `limit` is the time limit of the response; the command has its own deadline.
    func command(
        _ id: DeviceID, _ command: CommandBody, within limit: Duration, waits: Bool = true
    ) async throws(CLIError) -> APIResponse<CommandRecordBody> {
        try await send(
            GatewayRequest(.post, "/devices/\(id)/commands").withQuery([("wait", waits ? "confirmed" : nil)])
                .withBody(command).within(limit))
    }

    func command(_ id: CommandID) async throws(CLIError) -> APIResponse<CommandRecordBody> {
        try await send(GatewayRequest(.get, "/commands/\(id)"))
    }

    func commands(of id: DeviceID, limit: Int?) async throws(CLIError) -> APIResponse<[CommandRecordBody]> {
        try await send(GatewayRequest(.get, "/devices/\(id)/commands").withQuery([("limit", limit.map(String.init))]))
    }

    func renameHome(_ name: NewNameBody) async throws(CLIError) -> APIResponse<HomeBody> {
        try await send(GatewayRequest(.patch, "/home").withBody(name))
    }

    func certificates() async throws(CLIError) -> APIResponse<[CertificateBody]> {
        try await send(GatewayRequest(.get, "/certificates"))
    }

    func readings(_ query: ReadingsQuery) async throws(CLIError) -> APIResponse<ReadingsBody> {
        try await send(query.request.within(.seconds(60)))
    }

    /// Passes the response to `receive` in pieces as they arrive; it may be of any length.
    func readings(
        _ query: ReadingsQuery, as mediaType: String,
        _ receive: @escaping @Sendable ([UInt8]) async throws(CLIError) -> Void
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
            GatewayRequest(.get, "/energy").withQuery([("from", from.rfc3339), ("to", to?.rfc3339), ("by", grouping)])
                .within(.seconds(300)))
    }

    func people() async throws(CLIError) -> APIResponse<[PersonBody]> {
        try await send(GatewayRequest(.get, "/people"))
    }

    func add(_ person: NewPersonBody) async throws(CLIError) -> APIResponse<PersonBody> {
        try await send(GatewayRequest(.post, "/people").withBody(person))
    }

    func change(_ id: PersonID, _ change: PersonChangeBody) async throws(CLIError) -> APIResponse<PersonBody> {
        try await send(GatewayRequest(.patch, "/people/\(id)").withBody(change))
    }

    func remove(_ id: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/people/\(id)"), for: Data.self)
    }

    func audit(_ selection: AuditSelection, limit: Int?) async throws(CLIError) -> APIResponse<[AuditRecord]> {
        let query = selection.query(now: Timestamp(Date())) + [("limit", limit.map(String.init))]
        return try await send(GatewayRequest(.get, "/audit").withQuery(query).within(.seconds(60)))
    }

    /// Passes the response to `receive` in pieces as they arrive; it may be of any length.
    func auditExport(
        _ selection: AuditSelection, _ receive: @escaping @Sendable ([UInt8]) async throws(CLIError) -> Void
    ) async throws(CLIError) {
        let request = GatewayRequest(.get, "/audit/export").withQuery(selection.query(now: Timestamp(Date())))
            .accepting("application/jsonl").within(.seconds(60))
        try await stream(request) { piece throws(CLIError) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    func auditHeads() async throws(CLIError) -> APIResponse<AuditHeads> {
        try await send(GatewayRequest(.get, "/audit/heads"))
    }

    func auditVerification(
        remembered: [AuditHead]
    ) async throws(CLIError) -> APIResponse<[AuditVerification]> {
        let heads = remembered.isEmpty ? nil : remembered.map(\.description).joined(separator: ",")
        return try await send(
            GatewayRequest(.get, "/audit/verification").withQuery([("heads", heads)]).within(.seconds(300)))
    }

    func retention() async throws(CLIError) -> APIResponse<RetentionBody> {
        try await send(GatewayRequest(.get, "/retention"))
    }

    func keep(_ series: SeriesRetentionBody) async throws(CLIError) -> APIResponse<RetentionBody> {
        try await send(GatewayRequest(.put, "/retention/series").withBody(series))
    }

    func set(_ terms: RetentionTerms) async throws(CLIError) -> APIResponse<RetentionTerms> {
        try await send(GatewayRequest(.put, "/retention").withBody(terms))
    }

    /// Runs retention now: with `trustingClock` even if the gateway does not know whether its clock is right, with
    /// `isConfirmed` even if the clock is far ahead of the last known time.
    func runRetention(trustingClock: Bool, isConfirmed: Bool) async throws(CLIError) -> APIResponse<RetentionRunSummary>
    {
        try await send(
            GatewayRequest(.post, "/retention/run").withQuery([
                ("trustClock", trustingClock ? "true" : nil), ("confirm", isConfirmed ? "true" : nil),
            ])
            .within(.seconds(900)))
    }
}
