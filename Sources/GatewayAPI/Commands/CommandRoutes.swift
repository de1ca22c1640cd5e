import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import ServiceLifecycle

/// Commands to devices.
enum CommandRoutes {
    /// The state of the command for which the response waits.
    private enum Wait: String, CaseIterable { case confirmed }

    private static let wait = QueryParameter.word(
        "wait", of: Wait.self, about: "Respond when the command has ended; by default as soon as it is sent")

    private static let limit = QueryParameter.integer(
        "limit", range: 1...200, about: "The maximum number of commands; \(CommandService.usualListing) by default")

    static let all: [Route<CommandServices>] = [
        .on(
            .get, path: "/devices/:id/commands", access: .perItem,
            summary: "List the last commands to a device, newest first, that the caller may see",
            query: [limit]
        ) { call in
            let senders = await call.services.commands.senders(shownTo: call.identity)
            return try await call.services.commands.list(
                of: try call.id(of: Device.self), atMost: try call.query(limit) ?? CommandService.usualListing,
                as: call.identity
            ).map { CommandRecordBody($0, sender: senders.sender(of: $0)) }
        },
        .on(
            .post, path: "/devices/:id/commands", access: .perItem,
            confirmingOnly: StepUpCondition(.commands, text: "sensitive commands, to capabilities with `isSensitive`"),
            summary: "Send a command to a device", taking: CommandBody.self,
            query: [wait], problems: [.conflict, .busy]
        ) { call, body in
            let request = try CommandRequest(body, for: try call.id(of: Device.self), at: call.services.clock.now())
            let milestone: CommandTracker.Milestone = try call.query(wait) == .confirmed ? .ended : .dispatched
            let commands = call.services.commands
            let id = try await commands.submit(request, by: call.identity)
            let isEarlier = id != request.id
            // When the gateway stops, it does not wait for the device: the response then shows how far the command has
            // come.
            let waited = await cancelWhenGracefulShutdown { await commands.tracker.await(id, until: milestone) }
            guard let record = waited else { throw ActionRefusal.notFound }
            if let refusal = record.refusal { throw refusal }
            return CommandResponse(
                CommandRecordBody(record, sender: call.identity.description, isEarlier: isEarlier ? true : nil))
        },
        .on(.get, path: "/commands/:id", access: .perItem, summary: "Get a command and its outcome") { call in
            let id = try call.id(of: CommandRequest.self)
            let found = try await call.services.commands.record(id, as: call.identity)
            let senders = await call.services.commands.senders(shownTo: call.identity)
            return CommandResponse(CommandRecordBody(found, sender: senders.sender(of: found)))
        },
    ]
}

extension CommandRequest {
    static let maximumKeyLength = 128
    /// The deadlines that a command may have, in seconds.
    static let deadlines = 1...60

    init(_ body: CommandBody, for device: DeviceID, at now: Timestamp) throws {
        let seconds = body.deadlineSeconds ?? 10
        guard Self.deadlines.contains(seconds) else {
            throw ActionRefusal.invalid(
                field: "deadlineSeconds", code: "outOfRange", detail: "A deadline must be 1 to 60 s.")
        }
        guard (1...Self.maximumKeyLength).contains(body.idempotencyKey?.utf8.count ?? 1) else {
            throw ActionRefusal.invalid(
                field: "idempotencyKey", code: "tooLong",
                detail: "An idempotency key must have 1 to \(Self.maximumKeyLength) bytes.")
        }
        self.init(
            id: .random(), device: device, part: body.part ?? .main, capability: body.capability, value: body.value,
            idempotencyKey: body.idempotencyKey, receivedAt: now, deadline: .seconds(seconds))
    }
}

/// The response 200 with the outcome, or 202 with the address at which the outcome will be.
private struct CommandResponse: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(CommandRecordBody.self, status: .ok, meaning: "The command has ended."),
        .json(
            CommandRecordBody.self, status: .accepted, meaning: "The command is not finished.",
            headers: ["Location": "The address at which the outcome of the command will be."]),
    ]

    let record: CommandRecordBody

    init(_ record: CommandRecordBody) { self.record = record }

    func response() throws -> Response {
        guard record.outcome == nil else { return try .json(record) }
        var response = try Response.json(record, status: .accepted)
        response.headers[.location] = "\(UnixSocketServer.prefix)/commands/\(record.id)"
        return response
    }
}

extension CommandRecordBody {
    init(_ record: CommandRecord, sender: String? = nil, isEarlier: Bool? = nil) {
        self.init(
            id: record.id, device: record.series.device, part: record.series.part,
            capability: record.series.capability, value: record.value, receivedAt: record.receivedAt,
            deadlineSeconds: Int(record.deadline.components.seconds), stage: record.stage.name, outcome: record.outcome,
            code: record.code, detail: record.detail, reported: record.reported, sender: sender,
            isEarlier: isEarlier)
    }
}

extension CommandStage {
    fileprivate var name: String {
        switch self {
        case .accepted: "accepted"
        case .dispatched: "dispatched"
        case .acknowledged: "acknowledged"
        case .ended: "ended"
        }
    }
}
