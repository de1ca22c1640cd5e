import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird
import ServiceLifecycle

/// Commands to several parts: to rooms, to the whole home, or to a list of parts.
enum GroupCommandRoutes {
    static let all: [Route<CommandServices>] = [
        .on(
            .post, path: "/commands", access: .perItem,
            confirmingOnly: StepUpCondition(
                .commands, text: "those with `includesGuarded`, if a selected part needs it"),
            summary: "Send a command to rooms, to the home or to several devices, with an outcome for each part",
            taking: GroupCommandBody.self, query: [CommandRoutes.wait], problems: [.conflict, .busy]
        ) { call, body in
            let request = try GroupCommandRequest(body, at: call.services.clock.now())
            let stage: GroupStage = try call.query(CommandRoutes.wait) == .confirmed ? .ended : .dispatched
            let groups = call.services.groups
            let id = try await groups.submit(request, by: call.identity)
            // When the gateway stops, it does not wait for the devices: the response then shows how far the commands have
            // come.
            let record = try await cancelWhenGracefulShutdown { try await groups.await(id, until: stage) }
            return CommandResponse(
                GroupCommandRecordBody(
                    record, sender: call.identity.description, isEarlier: id == request.id ? nil : true))
        }
    ]
}

extension GroupCommandRequest {
    init(_ body: GroupCommandBody, at now: Timestamp) throws {
        if case .text(let text) = body.value, text.utf8.count > CommandValidator.maximumTextBytes {
            throw ActionRefusal.invalid(
                field: "value", code: "tooLong",
                detail: "A text must have at most \(CommandValidator.maximumTextBytes) bytes.")
        }
        if body.targets.parts != nil, body.purposes != nil {
            throw ActionRefusal.invalid(
                field: "purposes", code: "contradictory",
                detail: "`purposes` selects among the parts of rooms or of the home; leave it out with `parts`.")
        }
        self.init(
            id: .random(), targets: try GroupTargets(body.targets), purposes: Set(body.purposes ?? []),
            capability: body.capability, value: body.value, includesGuarded: body.includesGuarded ?? false,
            idempotencyKey: try CommandRequest.checked(key: body.idempotencyKey), receivedAt: now,
            deadline: try CommandRequest.checked(deadlineSeconds: body.deadlineSeconds))
    }
}

extension GroupTargets {
    fileprivate init(_ body: GroupTargetsBody) throws(ActionRefusal) {
        switch (body.home, body.rooms, body.parts) {
        case (true, nil, nil): self = .home
        case (nil, .some(let rooms), nil) where !rooms.isEmpty:
            try Self.check(rooms.count, atMost: GroupCommandRequest.maximumRooms, field: "targets.rooms")
            self = .rooms(rooms)
        case (nil, nil, .some(let parts)) where !parts.isEmpty:
            try Self.check(parts.count, atMost: GroupCommandRequest.maximumParts, field: "targets.parts")
            self = .parts(parts.map { PartTarget(device: $0.device, part: $0.part) })
        default:
            throw .invalid(
                field: "targets", code: "empty",
                detail:
                    "Name the targets by exactly one of “home”: true, “rooms” with at least one room, or “parts” with "
                    + "at least one device.")
        }
    }

    private static func check(_ count: Int, atMost most: Int, field: String) throws(ActionRefusal) {
        guard count > most else { return }
        throw .invalid(
            field: field, code: "tooMany",
            detail: "There are \(count) targets, and at most \(most) are possible; name the home, or fewer of them.")
    }
}

extension GroupCommandRecordBody {
    init(_ record: GroupCommandRecord, sender: String? = nil, isEarlier: Bool? = nil) {
        self.init(
            id: record.id, targets: GroupTargetsBody(record.targets),
            purposes: record.purposes.isEmpty ? nil : record.purposes.sorted { $0.rawValue < $1.rawValue },
            capability: record.capability, value: record.value, receivedAt: record.receivedAt,
            deadlineSeconds: Int(record.deadline.components.seconds), stage: record.stage, outcome: record.outcome,
            counts: record.countsByName,
            commands: record.children.map { child in
                GroupChildBody(
                    id: child.id, device: child.device, part: child.part, stage: child.stage.name,
                    outcome: child.outcome, code: child.code, detail: child.detail)
            },
            leftOut: record.leftOut.map { LeftOutPartBody(device: $0.device, part: $0.part, code: $0.code) },
            sender: sender, isEarlier: isEarlier)
    }
}

extension GroupTargetsBody {
    fileprivate init(_ targets: GroupTargets) {
        switch targets {
        case .home: self.init(home: true)
        case .rooms(let rooms): self.init(rooms: rooms)
        case .parts(let parts): self.init(parts: parts.map { PartTargetBody(device: $0.device, part: $0.part) })
        }
    }
}

extension GroupCommandRecord {
    var countsByName: [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }
}
