import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// Tests how an import divides readings into requests.
@Suite struct ImportSendingTests {
    private static let series = SeriesID(device: DeviceID("hall"), part: .main, capability: CapabilityName(.power))

    private func column(_ count: Int) -> ImportSession.Column {
        let readings = (0..<count).map { Reading(time: Timestamp(milliseconds: Int64($0)), value: Double($0) / 8) }
        return ImportSession.Column(series: Self.series, isHourly: false, readings: readings)
    }

    @Test(
        arguments: [
            ([], 10, 3, []), ([0], 10, 3, []), ([4], 10, 3, [[4]]), ([25], 10, 3, [[10], [10], [5]]),
            ([4, 4, 4], 10, 3, [[4, 4, 2], [2]]), ([1, 1, 1, 1], 10, 3, [[1, 1, 1], [1]]),
            ([10, 10], 10, 3, [[10], [10]]),
            ([0, 3, 0, 3], 10, 3, [[3, 3]]),
        ] as [([Int], Int, Int, [[Int]])])
    func requestsKeepTheirLimits(counts: [Int], limit: Int, series: Int, requests: [[Int]]) {
        let packed = ImportPacking.requests(counts.map(column), limit: limit, series: series)
        #expect(packed.map { $0.map(\.range.count) } == requests)
    }

    @Test func everyReadingIsInOneRequest() {
        let counts = [0, 1, 19_999, 20_000, 20_001, 3, 70_000]
        var packed = counts.map { _ in [Int]() }
        for request in ImportPacking.requests(counts.map(column)) {
            #expect(request.reduce(0) { $0 + $1.range.count } <= ImportedReadingsBody.maximumReadings)
            for piece in request { packed[piece.column] += Array(piece.range) }
        }
        #expect(packed == counts.map { Array(0..<$0) })
    }

    @Test func longestRunIsRemovedFirst() {
        var buffer = ImportBuffer(capacity: 10)
        for (entity, count) in [2, 5, 3].enumerated() {
            buffer.add(column(count).readings, for: .init(entity: entity, isHourly: false))
        }
        #expect(buffer.isFull)
        #expect(buffer.removeLongest().map(\.readings.count) == [5])
        #expect(!buffer.isFull)
        #expect(buffer.removeAll().map(\.key.entity) == [0, 2])
        #expect(buffer.count == 0)
        #expect(buffer.removeAll().isEmpty)
    }

    /// The fast serialiser of a body gives the same JSON as the encoder.
    @Test func bytesOfABodyEqualItsEncodedJSON() throws {
        let times: [Int64] = [.min, -1, 0, 1_768_478_400_000, .max]
        let values = [0, -0.1, 1e300, 20.25, .leastNonzeroMagnitude]
        let body = ImportedReadingsBody(series: [
            ImportedSeriesBody(
                device: DeviceID("hall"), quantity: CapabilityName(.power), times: times, values: values),
            ImportedSeriesBody(
                device: DeviceID("b-2"), part: PartID("l1"), quantity: CapabilityName(.temperature), unit: "°F",
                isHourly: true, times: [], values: []),
        ])
        let read = try JSONDecoder().decode(ImportedReadingsBody.self, from: Data(body.bytes))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(read) == encoder.encode(body))
    }

    @Test func largestBodyIsBelowTheGatewayLimit() {
        let readings = (0..<ImportedReadingsBody.maximumReadings).map { index in
            Reading(time: Timestamp(milliseconds: 1_768_478_400_000 + Int64(index)), value: -1 / Double(index + 3))
        }
        let body = ImportedReadingsBody(series: [
            ImportedSeriesBody(
                device: DeviceID("hall"), quantity: CapabilityName(.power), times: readings.map(\.time.milliseconds),
                values: readings.map(\.value))
        ])
        #expect(body.bytes.count < ImportedReadingsBody.maximumBytes)
    }
}
