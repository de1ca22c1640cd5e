import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

enum ReadingRoutes {
    static let all: [Route] = [
        .on(.get, "/devices/:id/readings", .perItem) { call in
            let query = try HistoryQuery(call)
            var cursor = try await call.home.history.open(query, as: call.identity)
            // What can be refused is refused before the answer begins.
            let first = try await cursor.next()
            let text = ReadingsText(
                ReadingsBody(query, as: cursor.resolution), of: .init(query.series, cursor.resolution),
                as: call.accepts("text/csv") ? .csv : .json)
            return Response(
                status: .ok, headers: [.contentType: text.contentType, .cacheControl: "no-store"],
                body: ResponseBody { [cursor] writer in
                    try await writer.write(first, cursor, text)
                    try await writer.finish(nil)
                })
        }
    ]
}

extension ResponseBodyWriter {
    /// One page after the other, each written before the next is read; a gateway that stops ends the answer.
    fileprivate mutating func write(
        _ first: HistoryPage?, _ cursor: HistoryCursor, _ text: ReadingsText
    ) async throws {
        var (page, cursor, text) = (first, cursor, text)
        try await write(ByteBuffer(bytes: text.opening()))
        while let rows = page {
            try await write(ByteBuffer(bytes: text.rows(rows)))
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
            page = try await cursor.next()
        }
        try await write(ByteBuffer(bytes: text.closing))
    }
}

extension HistoryQuery {
    fileprivate init(_ call: Call) throws {
        let series = SeriesID(
            device: try call.id(of: Device.self),
            part: try call.query("part", "a part id", PartID.init) ?? .main,
            capability: try call.requiredQuery("quantity", "a capability name", CapabilityName.init))
        let now = call.home.clock.now()
        self.init(
            series, from: try call.time("from") ?? now - .hours(1), to: try call.time("to") ?? now + .seconds(1),
            resolution: try call.query("resolution", "auto, raw, hour or day", HistoryResolution.init(rawValue:))
                ?? .raw,
            points: try call.query("points", "a whole number") { Int($0) },
            limit: try call.query("limit", "a whole number") { Int($0) })
    }
}

extension ReadingsBody {
    fileprivate init(_ query: HistoryQuery, as resolution: HistoryResolution) {
        let series = query.series
        self.init(
            device: series.device, part: series.part, quantity: series.capability,
            unit: series.capability.kind.facts.unit?.rawValue, resolution: resolution)
    }
}

extension ReadingsText.Kind {
    fileprivate init(_ series: SeriesID, _ resolution: HistoryResolution) {
        switch (series.capability.kind.facts.recording, resolution) {
        case (.reading, .hour), (.reading, .day): self = .rollUps
        case (.reading, _): self = .readings
        case (.stateChange, _), (.none, _): self = .changes
        }
    }
}

extension ReadingsText {
    fileprivate mutating func rows(_ page: HistoryPage) throws -> [UInt8] {
        switch page {
        case .readings(let readings): rows(readings)
        case .rollUps(let hours): rows(hours)
        case .changes(let changes): try rows(changes.map { ChangeBody(time: $0.time, value: $0.value) })
        }
    }
}
