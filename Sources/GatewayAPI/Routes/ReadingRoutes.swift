import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

enum ReadingRoutes {
    fileprivate static let part = QueryParameter.id("part", of: Part.self, "Of which part; `main` otherwise")
    fileprivate static let quantity = QueryParameter.capability("quantity", "Of which capability").required
    fileprivate static let from = QueryParameter.time("from", "The first moment; an hour ago otherwise")
    fileprivate static let to = QueryParameter.time("to", "The first moment after; now otherwise")
    fileprivate static let resolution = QueryParameter.word(
        "resolution", of: HistoryResolution.self, "How finely; every reading otherwise")
    fileprivate static let points = QueryParameter.integer(
        "points", MinMaxDownsampling.minimumPoints...ReadingHistory.maximumPoints, "Thinned to so many, for a chart")
    fileprivate static let limit = QueryParameter.integer(
        "limit", 1...Int(Int32.max), "At most so many rows, the oldest")

    static let all: [Route] = [
        .on(
            .get, "/devices/:id/readings", .perItem, "What was stored of one series, oldest first",
            query: [part, quantity, from, to, resolution, points, limit]
        ) { call in
            let query = try HistoryQuery(call)
            var cursor = try await call.home.history.open(query, as: call.identity)
            // What can be refused is refused before the answer begins.
            let first = try await cursor.next()
            let text = ReadingsText(
                ReadingsBody(
                    query, as: cursor.resolution, unit: try await call.unit(of: query.series),
                    absences: try await call.home.history.absences(in: query)),
                of: .init(query.series, cursor.resolution),
                as: call.accepts("text/csv") ? .csv : .json)
            return ReadingsAnswer(text: text, first: first, cursor: cursor)
        }
    ]
}

private struct ReadingsAnswer: Answer {
    static let documentation = [
        AnswerDocumentation(
            status: .ok, meaning: "As JSON, or as a table with `Accept: text/csv`; however long.",
            content: [
                "application/json": MediaType(ReadingsBody.self),
                "text/csv": MediaType(.text, example: "time,value,unit\r\n2025-12-31T12:00:00.000Z,94.1,W\r\n"),
            ])
    ]

    let text: ReadingsText
    let first: HistoryPage?
    let cursor: HistoryCursor

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: text.contentType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(first, cursor, text)
                try await writer.finish(nil)
            })
    }
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
            part: try call.query(ReadingRoutes.part) ?? .main, capability: try call.query(ReadingRoutes.quantity))
        let now = call.home.clock.now()
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

extension Call {
    fileprivate func unit(of series: SeriesID) async throws -> String? {
        await home.registry.snapshot.unit(of: series)
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
