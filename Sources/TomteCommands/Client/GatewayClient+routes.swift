import Foundation
import GatewayWire
import HomeModel

/// The routes that the verbs need, one line each.
extension GatewayClient {
    func diagnostics() async throws(CommandFailure) -> Answer<DiagnosticsBody> {
        try await send(GatewayRequest(.get, "/diagnostics"))
    }

    func devices() async throws(CommandFailure) -> Answer<[DeviceBody]> {
        try await send(GatewayRequest(.get, "/devices"))
    }

    func device(_ id: DeviceID) async throws(CommandFailure) -> Answer<DeviceBody> {
        try await send(GatewayRequest(.get, "/devices/\(id)"))
    }

    func change(_ id: DeviceID, _ change: DeviceChangeBody) async throws(CommandFailure) -> Answer<DeviceBody> {
        try await send(GatewayRequest(.patch, "/devices/\(id)").sending(change))
    }

    func remove(_ id: DeviceID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/devices/\(id)"), for: Data.self)
    }

    func rooms() async throws(CommandFailure) -> Answer<[RoomBody]> {
        try await send(GatewayRequest(.get, "/rooms"))
    }

    func addRoom(_ room: RoomNameBody) async throws(CommandFailure) -> Answer<RoomBody> {
        try await send(GatewayRequest(.post, "/rooms").sending(room))
    }

    func rename(_ id: RoomID, _ room: RoomNameBody) async throws(CommandFailure) -> Answer<RoomBody> {
        try await send(GatewayRequest(.patch, "/rooms/\(id)").sending(room))
    }

    func remove(_ id: RoomID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/rooms/\(id)"), for: Data.self)
    }

    func discovered() async throws(CommandFailure) -> Answer<[DiscoveredBody]> {
        try await send(GatewayRequest(.get, "/discovered"))
    }

    func findings() async throws(CommandFailure) -> Answer<[LinkFindingBody]> {
        try await send(GatewayRequest(.get, "/findings"))
    }

    func clear(_ id: FindingID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/findings/\(id)"), for: Data.self)
    }

    func provision(
        _ root: DeviceID, _ body: ProvisionBody = ProvisionBody(dialect: .homie)
    ) async throws(CommandFailure) -> Answer<CredentialBody> {
        try await send(GatewayRequest(.post, "/devices/\(root)/provision").sending(body).within(.seconds(60)))
    }

    func credentials() async throws(CommandFailure) -> Answer<[ListedCredentialBody]> {
        try await send(GatewayRequest(.get, "/credentials"))
    }

    func revokeCredential(_ root: DeviceID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/credentials/\(root)").within(.seconds(30)), for: Data.self)
    }

    func adopt(_ id: DeviceID, _ adoption: AdoptionBody) async throws(CommandFailure) -> Answer<DeviceBody> {
        try await send(GatewayRequest(.post, "/discovered/\(id)/adopt").sending(adoption))
    }

    /// Waits for the outcome; `limit` is for the answer, the command has its own deadline.
    /// With `waits` the answer comes once the command has ended, otherwise as soon as it is sent.
    func command(
        _ id: DeviceID, _ command: CommandBody, within limit: Duration, waits: Bool = true
    ) async throws(CommandFailure) -> Answer<CommandRecordBody> {
        try await send(
            GatewayRequest(.post, "/devices/\(id)/commands").asking([("wait", waits ? "confirmed" : nil)])
                .sending(command).within(limit))
    }

    func command(_ id: CommandID) async throws(CommandFailure) -> Answer<CommandRecordBody> {
        try await send(GatewayRequest(.get, "/commands/\(id)"))
    }

    func commands(of id: DeviceID, limit: Int?) async throws(CommandFailure) -> Answer<[CommandRecordBody]> {
        try await send(GatewayRequest(.get, "/devices/\(id)/commands").asking([("limit", limit.map(String.init))]))
    }

    func renameHome(_ name: NewNameBody) async throws(CommandFailure) -> Answer<HomeBody> {
        try await send(GatewayRequest(.patch, "/home").sending(name))
    }

    func certificates() async throws(CommandFailure) -> Answer<[CertificateBody]> {
        try await send(GatewayRequest(.get, "/certificates"))
    }

    func readings(_ question: ReadingsQuestion) async throws(CommandFailure) -> Answer<ReadingsBody> {
        try await send(question.request.within(.seconds(60)))
    }

    /// Hands over the answer as it comes, however long it is.
    func readings(
        _ question: ReadingsQuestion, as mediaType: String,
        _ receive: @escaping @Sendable ([UInt8]) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        let request = question.request.accepting(mediaType).within(.seconds(60))
        try await stream(request) { piece throws(CommandFailure) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    func energy(from: Timestamp, to: Timestamp?, by grouping: String) async throws(CommandFailure) -> Answer<EnergyBody>
    {
        try await send(
            GatewayRequest(.get, "/energy").asking([("from", from.rfc3339), ("to", to?.rfc3339), ("by", grouping)])
                .within(.seconds(300)))
    }

    func people() async throws(CommandFailure) -> Answer<[PersonBody]> {
        try await send(GatewayRequest(.get, "/people"))
    }

    func add(_ person: NewPersonBody) async throws(CommandFailure) -> Answer<PersonBody> {
        try await send(GatewayRequest(.post, "/people").sending(person))
    }

    func change(_ id: PersonID, _ change: PersonChangeBody) async throws(CommandFailure) -> Answer<PersonBody> {
        try await send(GatewayRequest(.patch, "/people/\(id)").sending(change))
    }

    func remove(_ id: PersonID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/people/\(id)"), for: Data.self)
    }

    func audit(_ selection: AuditSelection, limit: Int?) async throws(CommandFailure) -> Answer<[AuditRecord]> {
        let query = selection.query(now: Timestamp(Date())) + [("limit", limit.map(String.init))]
        return try await send(GatewayRequest(.get, "/audit").asking(query).within(.seconds(60)))
    }

    /// Hands over the lines as they come, however many there are.
    func auditExport(
        _ selection: AuditSelection, _ receive: @escaping @Sendable ([UInt8]) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        let request = GatewayRequest(.get, "/audit/export").asking(selection.query(now: Timestamp(Date())))
            .accepting("application/jsonl").within(.seconds(60))
        try await stream(request) { piece throws(CommandFailure) in
            if case .bytes(let bytes) = piece { try await receive(bytes) }
            return true
        }
    }

    func auditHeads() async throws(CommandFailure) -> Answer<AuditHeads> {
        try await send(GatewayRequest(.get, "/audit/heads"))
    }

    func auditVerification(
        remembered: [AuditHead]
    ) async throws(CommandFailure) -> Answer<[AuditVerification]> {
        let heads = remembered.isEmpty ? nil : remembered.map(\.description).joined(separator: ",")
        return try await send(
            GatewayRequest(.get, "/audit/verification").asking([("heads", heads)]).within(.seconds(300)))
    }

    func retention() async throws(CommandFailure) -> Answer<RetentionBody> {
        try await send(GatewayRequest(.get, "/retention"))
    }

    func keep(_ series: SeriesRetentionBody) async throws(CommandFailure) -> Answer<RetentionBody> {
        try await send(GatewayRequest(.put, "/retention/series").sending(series))
    }

    func set(_ terms: RetentionTerms) async throws(CommandFailure) -> Answer<RetentionTerms> {
        try await send(GatewayRequest(.put, "/retention").sending(terms))
    }

    /// With `trustingClock` also while the gateway cannot tell whether its clock is right.
    func runRetention(trustingClock: Bool, isConfirmed: Bool) async throws(CommandFailure) -> Answer<RetentionReceipt> {
        try await send(
            GatewayRequest(.post, "/retention/run").asking([
                ("trustClock", trustingClock ? "true" : nil), ("confirm", isConfirmed ? "true" : nil),
            ])
            .within(.seconds(900)))
    }
}
