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
        .on(.get, "/events", .perItem, "What happens from now on, as far as one may see it") { call in
            EventAnswer(events: await call.home.feed.watch(as: call.identity))
        }
    ]
}

/// Server-Sent Events, until someone ends them.
private struct EventAnswer: Answer {
    static let documentation = [
        AnswerDocumentation(
            status: .ok, meaning: "A stream; the `data` of each event is an Event, and its `event` the type of that.",
            content: [
                "text/event-stream": MediaType(
                    .inline(
                        Schema.Keywords(
                            type: "string", contentMediaType: "application/json", contentSchema: EventBody.schema)),
                    example: ": tomte\n\nevent: devices\ndata: {\"type\":\"devices\"}\n\n")
            ])
    ]

    let events: AsyncStream<LiveEvent>

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                // Without this an idle reader hears nothing, not even that it is connected.
                try await writer.write(ByteBuffer(string: ": tomte\n\n"))
                for await event in events.cancelOnGracefulShutdown() {
                    try await writer.write(ByteBuffer(event: EventBody(event)))
                }
                try await writer.finish(nil)
            })
    }
}

extension ByteBuffer {
    /// One Server-Sent Event; JSON has no line breaks of its own.
    fileprivate init(event: EventBody) throws {
        let json = try JSONEncoder().encode(event)
        self.init(string: "event: \(event.type)\ndata: ")
        writeBytes(json)
        writeString("\n\n")
    }
}

extension EventBody {
    init(_ event: LiveEvent) {
        switch event {
        case .reading(let series, let reading):
            self = .reading(series, reading, unit: series.capability.kind.facts.unit?.rawValue)
        case .state(let change): self = .state(change.series, time: change.time, change.value)
        case .availability(let device, let availability): self = .availability(device, availability)
        case .command(let record): self = .command(CommandRecordBody(record))
        case .devicesChanged: self = .devices
        case .gap(let missed): self = .gap(missed)
        }
    }
}
