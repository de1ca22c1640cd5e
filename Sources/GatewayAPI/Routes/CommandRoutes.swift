import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import ServiceLifecycle

enum CommandRoutes {
    /// What the answer waits for.
    private enum Wait: String, CaseIterable { case confirmed }

    private static let wait = QueryParameter.word(
        "wait", of: Wait.self, "Answer when it has ended; otherwise as soon as it is sent")

    private static let limit = QueryParameter.integer(
        "limit", 1...200, "At most so many; \(CommandService.usualListing) otherwise")

    static let all: [Route] = [
        .on(
            .get, "/devices/:id/commands", .perItem,
            "What a device was told last, newest first, as far as one may see it",
            query: [limit]
        ) { call in
            let senders = await call.home.commands.senders(shownTo: call.identity)
            return try await call.home.commands.list(
                of: try call.id(of: Device.self), atMost: try call.query(limit) ?? CommandService.usualListing,
                as: call.identity
            ).map { CommandRecordBody($0, sender: senders.sender(of: $0)) }
        },
        .on(
            .post, "/devices/:id/commands", .perItem,
            confirmingOnly: StepUpCondition(.commands, "Commands that `isSensitive` marks as such"),
            "Tell a device what to do", taking: CommandBody.self,
            query: [wait], problems: [.conflict, .busy]
        ) { call, body in
            let request = try CommandRequest(body, for: try call.id(of: Device.self), at: call.home.clock.now())
            let milestone: CommandLedger.Milestone = try call.query(wait) == .confirmed ? .ended : .dispatched
            let commands = call.home.commands
            let id = try await commands.submit(request, by: call.identity)
            let isEarlier = id != request.id
            // A gateway that stops does not wait for a device: the answer is then how far the command came.
            let waited = await cancelWhenGracefulShutdown { await commands.ledger.await(id, until: milestone) }
            guard let record = waited else { throw ActRefusal.notFound }
            if let refusal = record.refusal { throw refusal }
            return CommandAnswer(
                CommandRecordBody(record, sender: call.identity.description, isEarlier: isEarlier ? true : nil))
        },
        .on(.get, "/commands/:id", .perItem, "What became of a command") { call in
            let id = try call.id(of: CommandRequest.self)
            let found = try await call.home.commands.record(id, as: call.identity)
            let senders = await call.home.commands.senders(shownTo: call.identity)
            return CommandAnswer(CommandRecordBody(found, sender: senders.sender(of: found)))
        },
    ]
}

extension CommandRequest {
    static let maximumKeyLength = 128
    /// Seconds.
    static let deadlines = 1...60

    init(_ body: CommandBody, for device: DeviceID, at now: Timestamp) throws {
        let seconds = body.deadlineSeconds ?? 10
        guard Self.deadlines.contains(seconds) else {
            throw ActRefusal.invalid(field: "deadlineSeconds", code: "outOfRange", detail: "A deadline is 1 to 60 s.")
        }
        guard (1...Self.maximumKeyLength).contains(body.idempotencyKey?.utf8.count ?? 1) else {
            throw ActRefusal.invalid(
                field: "idempotencyKey", code: "tooLong", detail: "A key has 1 to \(Self.maximumKeyLength) bytes.")
        }
        self.init(
            id: .random(), device: device, part: body.part ?? .main, capability: body.capability, value: body.value,
            idempotencyKey: body.idempotencyKey, receivedAt: now, deadline: .seconds(seconds))
    }
}

/// 200 with the outcome, or 202 with the address at which it will be.
private struct CommandAnswer: Answer {
    static let documentation: [AnswerDocumentation] = [
        .json(CommandRecordBody.self, .ok, "It has ended."),
        .json(
            CommandRecordBody.self, .accepted, "It goes on.",
            headers: ["Location": "The address at which its outcome will be."]),
    ]

    let record: CommandRecordBody

    init(_ record: CommandRecordBody) { self.record = record }

    func response() throws -> Response {
        guard record.outcome == nil else { return try .json(record) }
        var response = try Response.json(record, status: .accepted)
        response.headers[.location] = "\(HomeServer.prefix)/commands/\(record.id)"
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
