import Foundation
import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// The stream of live events.
enum EventRoutes {
    static let all: [Route<EventServices>] = [
        .on(
            .get, path: "/events", access: .perItem,
            summary: "Get a stream of events that the caller may see, from now on or after Last-Event-ID",
            headers: [
                OpenAPIDocument.Parameter(
                    name: "Last-Event-ID", location: .header,
                    description: "The `id` of the last event that arrived: the stream resumes after it.",
                    isRequired: false, schema: .text)
            ], problems: [.busy]
        ) { call in
            EventStreamResponse(
                feed: call.services.feed, permit: try call.services.feed.streamQuota.reserve(for: call.identity),
                sessions: call.services.sessions, identity: call.identity, channel: call.context.channel,
                last: lastEventID.flatMap { call.request.headers[$0] })
        }
    ]

    private static let lastEventID = HTTPField.Name("Last-Event-ID")
}

/// A response of Server-Sent Events, which goes on until the client or the gateway ends it.
private struct EventStreamResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok,
            meaning: """
                A stream of Server-Sent Events. `data` is an Event, `event` is its type, and `id` is the value of \
                Last-Event-ID that resumes after it. A `gap` means that events are missing: read the state again.
                """,
            content: [
                "text/event-stream": MediaType(
                    .inline(
                        Schema.Keywords(
                            type: "string", contentMediaType: "application/json", contentSchema: EventBody.schema)),
                    example: "event: devices\nid: 4tq9m2xk-17\ndata: {\"type\":\"devices\"}\n\n")
            ])
    ]

    let feed: LiveFeed
    let permit: StreamPermit
    let sessions: SessionRegistry
    let identity: Identity
    let channel: any Channel
    let last: String?

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(permit) {} }
                let disconnect: @Sendable () -> Void = { [channel] in channel.close(promise: nil) }
                try await feed.withSubscription(as: identity, after: last, disconnect: disconnect) { reader in
                    // The session may have been revoked just before this subscription could be ended with it.
                    guard await sessions.isStillValid(identity) else { return }
                    // Ends the subscription when the connection closes, and not only at the next event.
                    channel.closeFuture.whenComplete { _ in reader.finish() }
                    try await withGracefulShutdownHandler {
                        for await batch in reader.batches { try await writer.write(ByteBuffer(batch)) }
                    } onGracefulShutdown: {
                        reader.finish()
                    }
                }
                try await writer.finish(nil)
            })
    }
}

extension ByteBuffer {
    /// Encodes Server-Sent Events, each with the id after which a client can resume. Source: WHATWG HTML §9.2.
    fileprivate init(_ batch: EventBatch) throws {
        var bytes: [UInt8] = []
        if let gap = batch.gap {
            bytes = try Self.event(.gap(gap.missed), id: batch.start)
        } else if batch.events.isEmpty {
            bytes = Array(":\nid: \(batch.start)\n\n".utf8)
        }
        for event in batch.events {
            bytes += try event.bytes { try Self.event(EventBody($0.event), id: $0.id) }
        }
        self.init(bytes: bytes)
    }

    /// Encodes one event. The JSON needs only one `data` field, because the encoder writes no line breaks.
    private static func event(_ body: EventBody, id: EventID) throws -> [UInt8] {
        var bytes = Array("event: \(body.type)\nid: \(id)\ndata: ".utf8)
        bytes += try JSONEncoder.forResponses.encode(body)
        bytes += "\n\n".utf8
        return bytes
    }
}

extension EventBody {
    init(_ event: LiveEvent) {
        switch event {
        case .reading(let series, let reading):
            self = .reading(series, reading, unit: series.capability.kind.facts.unit?.rawValue)
        case .state(let change): self = .state(change.series, time: change.time, change.value)
        case .recalled(let change): self = .state(change.series, time: nil, change.value)
        case .availability(let device, let availability): self = .availability(device, availability)
        case .command(let record): self = .command(CommandRecordBody(record))
        case .groupEnded(let record):
            self = .group(
                GroupEndBody(
                    id: record.id, outcome: record.outcome ?? .failed, counts: record.countsByName,
                    leftOutCount: record.leftOut.count))
        case .devicesChanged: self = .devices
        case .homeChanged, .ownHomeChanged: self = .home
        case .activityChanged: self = .activity
        case .waitingChanged: self = .waiting
        case .maintenanceChanged: self = .maintenance
        }
    }
}

extension EventBody: DocumentedBody {
    static let schema = Schema.component(
        "Event",
        .one(
            of: event(
                "reading", required: series.merging(["time": .time, "value": .number]) { $1 }, optional: ["unit": .text]
            ),
            event(
                "state", required: series.merging(["value": .value]) { $1 },
                optional: ["time": .time.about("Absent when it is not known when the device reported the value.")]),
            event("availability", required: ["device": .id, "availability": .availability]),
            event("command", required: ["command": CommandRecordBody.schema]),
            event(
                "group",
                required: [
                    "group": .object([
                        "id": .id, "outcome": .groupOutcome, "counts": .outcomeCounts, "leftOutCount": .count,
                    ])
                ]
            ).about("A group command of the caller has ended. Its commands are events that name it as `parent`."),
            event("devices", required: [:]).about(
                "A device was found, adopted, changed or removed: read the devices again."),
            event("home", required: [:]).about(
                "The home was renamed, its lockdown began or ended, or the layout or the preferences changed: read the "
                    + "home again."),
            event("activity", required: [:]).about(
                "The activity has a new entry, or an entry got an outcome: read the newest entries again."),
            event("waiting", required: [:]).about(
                "A client asks for access, or such a request was decided, used or ended: read the pairings and the "
                    + "invitations again. Only for callers who manage people."),
            event("maintenance", required: [:]).about(
                "A task or a battery became due, or tasks, appliances or their service history were changed: read them "
                    + "again. Only for callers who manage maintenance."),
            event("gap", required: [:], optional: ["missed": .count]).about(
                "Events are missing; `missed` is their number, if it is known. Read the state again.")))

    static let example = EventBody.availability(DeviceID("fridge"), .ready)

    private static let series: [String: Schema] = ["device": .id, "part": .id, "capability": .capabilityName]

    private static func event(
        _ type: String, required: [String: Schema], optional: [String: Schema] = [:]
    ) -> Schema {
        .object(required.merging(["type": .words([type])]) { $1 }, optional: optional)
    }
}
