import Foundation
import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

enum EventRoutes {
    static let all: [Route] = [
        .on(
            .get, "/events", .perItem, "What happens from now on, or since Last-Event-ID, as far as one may see it",
            headers: [
                OpenAPIDocument.Parameter(
                    name: "Last-Event-ID", location: .header,
                    description: "The `id` of the last event that arrived: the stream resumes after it.",
                    isRequired: false, schema: .text)
            ], problems: [.busy]
        ) { call in
            EventAnswer(
                feed: call.home.feed, seat: try call.home.feed.seats.take(for: call.identity),
                sessions: call.home.sessions, identity: call.identity, channel: call.context.channel,
                last: lastEventID.flatMap { call.request.headers[$0] })
        }
    ]

    private static let lastEventID = HTTPField.Name("Last-Event-ID")
}

/// Server-Sent Events, until someone ends them.
private struct EventAnswer: Answer {
    static let documentation = [
        AnswerDocumentation(
            status: .ok,
            meaning: """
                A stream; the `data` of each event is an Event, its `event` the type of that, and its `id` what to resume \
                after. After a `gap` something is missing: read the state again.
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
    let seat: ReaderSeat
    let sessions: SessionRegister
    let identity: Identity
    let channel: any Channel
    let last: String?

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(seat) {} }
                let cut: @Sendable () -> Void = { [channel] in channel.close(promise: nil) }
                try await feed.withReader(as: identity, after: last, cut: cut) { reader in
                    // It may have been taken back just before it was here to be ended.
                    guard await sessions.stillHolds(identity) else { return }
                    // Whoever is known to have hung up is not waited for until the next event.
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
    /// Server-Sent Events, of which each carries the id to resume after it. Source: WHATWG HTML §9.2.
    fileprivate init(_ batch: LiveBatch) throws {
        var bytes: [UInt8] = []
        if let gap = batch.gap {
            bytes = try Self.event(.gap(gap.missed), batch.start)
        } else if batch.events.isEmpty {
            bytes = Array(":\nid: \(batch.start)\n\n".utf8)
        }
        for event in batch.events {
            bytes += try event.bytes { try Self.event(EventBody($0.event), $0.id) }
        }
        self.init(bytes: bytes)
    }

    /// JSON has no line breaks of its own.
    private static func event(_ body: EventBody, _ id: EventID) throws -> [UInt8] {
        var bytes = Array("event: \(body.type)\nid: \(id)\ndata: ".utf8)
        bytes += try JSONEncoder.ofAnswers.encode(body)
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
        case .devicesChanged: self = .devices
        case .homeChanged: self = .home
        }
    }
}
