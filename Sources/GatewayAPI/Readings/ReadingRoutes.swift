import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// Stored readings.
enum ReadingRoutes {
    fileprivate static let part = QueryParameter.id(
        "part", of: Part.self, about: "The part of the device; `main` by default")
    fileprivate static let quantity = QueryParameter.capability("quantity", about: "The capability").required
    fileprivate static let from = QueryParameter.time("from", about: "The start, inclusive; an hour ago by default")
    fileprivate static let to = QueryParameter.time("to", about: "The end, exclusive; now by default")
    fileprivate static let resolution = QueryParameter.word(
        "resolution", of: HistoryResolution.self, about: "The resolution; every reading by default")
    fileprivate static let points = QueryParameter.integer(
        "points", range: MinMaxDownsampling.minimumPoints...ReadingHistory.maximumPoints,
        about: "Reduces the readings to this number, for a chart")
    fileprivate static let limit = QueryParameter.integer(
        "limit", range: 1...Int(Int32.max), about: "The maximum number of rows, the oldest first")

    static let all: [Route<ReadingServices>] = [
        .on(
            .get, path: "/devices/:id/readings", access: .perItem,
            summary: "Get the stored readings of one series, oldest first",
            query: [part, quantity, from, to, resolution, points, limit]
        ) { call in
            let query = try HistoryQuery(call)
            var cursor = try await call.services.history.open(query, as: call.identity)
            // The first page is read before the response begins, so that a refusal has a status of its own.
            let first = try await cursor.next()
            let text = ReadingsResponseWriter(
                ReadingsBody(
                    query, as: cursor.resolution, unit: try await call.unit(of: query.series),
                    absences: try await call.services.history.absences(in: query)),
                of: .init(query.series, resolution: cursor.resolution),
                as: call.accepts("text/csv") ? .csv : .json)
            return ReadingsResponse(text: text, first: first, cursor: cursor)
        }
    ]
}

/// The response with stored readings, as JSON or CSV, which is written page by page.
private struct ReadingsResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok, meaning: "The readings as JSON, or as CSV with `Accept: text/csv`, without a limit.",
            content: [
                "application/json": MediaType(ReadingsBody.self),
                "text/csv": MediaType(.text, example: "time,value,unit\r\n2025-12-31T12:00:00.000Z,94.1,W\r\n"),
            ])
    ]

    let text: ReadingsResponseWriter
    let first: HistoryPage?
    let cursor: HistoryCursor

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: text.contentType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(first, cursor: cursor, text: text)
                try await writer.finish(nil)
            })
    }
}

extension ResponseBodyWriter {
    /// Writes page by page, each before the next one is read. Throws `CancellationError` when the gateway stops, which
    /// ends the response.
    fileprivate mutating func write(
        _ first: HistoryPage?, cursor: HistoryCursor, text: ReadingsResponseWriter
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
    fileprivate init(_ call: AuthenticatedCall<ReadingServices>) throws {
        let series = SeriesID(
            device: try call.id(of: Device.self),
            part: try call.query(ReadingRoutes.part) ?? .main, capability: try call.query(ReadingRoutes.quantity))
        let now = call.services.state.clock.now()
        self.init(
            series, from: try call.query(ReadingRoutes.from) ?? now - .hours(1),
            to: try call.query(ReadingRoutes.to) ?? now + .seconds(1),
            resolution: try call.query(ReadingRoutes.resolution) ?? .raw,
            points: try call.query(ReadingRoutes.points), limit: try call.query(ReadingRoutes.limit))
    }
}

extension ReadingsBody {
    fileprivate init(
        _ query: HistoryQuery, as resolution: HistoryResolution, unit: String?, absences: [Absence]
    ) {
        let series = query.series
        self.init(
            device: series.device, part: series.part, quantity: series.capability,
            unit: unit, resolution: resolution, absences: absences)
    }
}

extension AuthenticatedCall<ReadingServices> {
    fileprivate func unit(of series: SeriesID) async throws -> String? {
        await services.state.registry.snapshot.unit(of: series)
    }
}

extension ReadingsResponseWriter.Kind {
    init(_ series: SeriesID, resolution: HistoryResolution) {
        switch (series.capability.kind.facts.recording, resolution) {
        case (.reading, .hour), (.reading, .day): self = .rollUps
        case (.reading, _): self = .readings
        case (.stateChange, _), (.none, _): self = .changes
        }
    }
}

extension ReadingsResponseWriter {
    mutating func rows(_ page: HistoryPage) throws -> [UInt8] {
        switch page {
        case .readings(let readings): rows(readings)
        case .rollUps(let hours): rows(hours)
        case .changes(let changes): try rows(changes.map { ChangeBody(time: $0.time, value: $0.value) })
        }
    }
}
