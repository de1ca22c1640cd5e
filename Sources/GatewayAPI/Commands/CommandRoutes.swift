import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import ServiceLifecycle

/// Commands to devices.
enum CommandRoutes {
    /// The state of the command for which the response waits.
    enum Wait: String, CaseIterable { case confirmed }

    static let wait = QueryParameter.word(
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
        .on(
            .get, path: "/commands/:id", access: .perItem,
            summary: "Get a command and its outcome, or a group command and the outcome of each part"
        ) { call in
            let id = try call.id(of: CommandRequest.self)
            let senders = await call.services.commands.senders(shownTo: call.identity)
            if await call.services.groups.has(id) {
                let group = try await call.services.groups.record(id, as: call.identity)
                return CommandResponse(
                    AnyCommandRecordBody.group(GroupCommandRecordBody(group, sender: senders.sender(of: group))))
            }
            let found = try await call.services.commands.record(id, as: call.identity)
            return CommandResponse(
                AnyCommandRecordBody.command(CommandRecordBody(found, sender: senders.sender(of: found))))
        },
    ]
}

extension CommandRequest {
    static let maximumKeyLength = 128
    /// The deadlines that a command may have, in seconds.
    static let deadlines = 1...60

    init(_ body: CommandBody, for device: DeviceID, at now: Timestamp) throws {
        self.init(
            id: .random(), device: device, part: body.part ?? .main, capability: body.capability, value: body.value,
            idempotencyKey: try Self.checked(key: body.idempotencyKey), receivedAt: now,
            deadline: try Self.checked(deadlineSeconds: body.deadlineSeconds))
    }

    static func checked(deadlineSeconds: Int?) throws(ActionRefusal) -> Duration {
        guard let deadlineSeconds else { return defaultDeadline }
        guard deadlines.contains(deadlineSeconds) else {
            throw .invalid(
                field: "deadlineSeconds", code: "outOfRange", detail: "A deadline must be 1 to 60 s.")
        }
        return .seconds(deadlineSeconds)
    }

    static func checked(key: String?) throws(ActionRefusal) -> String? {
        guard (1...maximumKeyLength).contains(key?.utf8.count ?? 1) else {
            throw .invalid(
                field: "idempotencyKey", code: "tooLong",
                detail: "An idempotency key must have 1 to \(maximumKeyLength) bytes.")
        }
        return key
    }
}

extension CommandRecordBody {
    init(_ record: CommandRecord, sender: String? = nil, isEarlier: Bool? = nil) {
        self.init(
            id: record.id, device: record.series.device, part: record.series.part,
            capability: record.series.capability, value: record.value, receivedAt: record.receivedAt,
            deadlineSeconds: Int(record.deadline.components.seconds), stage: record.stage.name, outcome: record.outcome,
            code: record.code, detail: record.detail, reported: record.reported, sender: sender,
            isEarlier: isEarlier, parent: record.parent)
    }
}

extension CommandStage {
    var name: String {
        switch self {
        case .accepted: "accepted"
        case .dispatched: "dispatched"
        case .acknowledged: "acknowledged"
        case .ended: "ended"
        }
    }
}
