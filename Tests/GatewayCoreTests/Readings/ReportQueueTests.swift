import Foundation
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct ReportQueueTests {
    private let clocks = ClockSnapshot(
        wall: Timestamp(milliseconds: 0), uptime: .zero, boot: UUID(), isKnown: true, isSynchronised: true)

    /// Reports of a root whose device has its name, with these values.
    private func reports(_ root: String, values: Range<Int>) -> [TelemetryReport] {
        values.map { value in
            let series = SeriesID(
                device: DeviceID(slugging: root, fallback: DeviceID("device" as StaticString)),
                part: PartID("part" as StaticString), capability: CapabilityName(.temperature))
            return TelemetryReport(
                .reading(series, value: Double(value)), at: .arrival(Timestamp(milliseconds: 0)))
        }
    }

    private func value(of report: TelemetryReport) -> Double? {
        if case .reading(_, let value, _) = report.content { value } else { nil }
    }

    private func device(of report: TelemetryReport) -> String? {
        if case .reading(let series, _, _) = report.content { series.device.rawValue } else { nil }
    }

    @Test func rootThatFloodsDelaysNoOther() {
        var queue = ReportQueue()
        #expect(queue.add(reports("flood", values: 0..<5_000), at: clocks, of: "flood") == 0)
        #expect(queue.add(reports("lamp", values: 0..<1), at: clocks, of: "lamp") == 0)
        let first = (0..<2).compactMap { _ in queue.next() }.flatMap(\.reports)
        #expect(first.count == ReportQueue.mostPerTurn + 1)
        #expect(first.contains { device(of: $0) == "lamp" })
    }

    @Test func onlyTheRootWithMostReportsLosesSome() {
        var queue = ReportQueue()
        #expect(queue.add(reports("lamp", values: 0..<100), at: clocks, of: "lamp") == 0)
        var lost = 0
        for start in 0..<30 {
            lost += queue.add(reports("flood", values: start * 1000..<(start + 1) * 1000), at: clocks, of: "flood")
        }
        #expect(queue.count <= ReportQueue.maximumCount && queue.count + lost == 30_100)
        var kept: [String: [Double]] = [:]
        while let arrival = queue.next() {
            for report in arrival.reports {
                kept[device(of: report) ?? "", default: []].append(value(of: report) ?? -1)
            }
        }
        #expect(kept["lamp"] == (0..<100).map(Double.init))
        #expect(kept["flood"]?.last == 29_999 && kept["flood"] == kept["flood"]?.sorted())
        #expect(queue.count == 0 && queue.next() == nil)
    }

    @Test func reportsOfOneRootStayInOrder() {
        var queue = ReportQueue()
        for number in 0..<300 {
            _ = queue.add(reports("a", values: number..<number + 1), at: clocks, of: "a")
            _ = queue.add(reports("b", values: number..<number + 1), at: clocks, of: "b")
            if number.isMultiple(of: 3) { _ = queue.next() }
        }
        var last: [String: Double] = [:]
        while let arrival = queue.next() {
            for report in arrival.reports {
                let (root, value) = (device(of: report) ?? "", value(of: report) ?? -1)
                #expect(value > last[root, default: -1])
                last[root] = value
            }
        }
        #expect(last == ["a": 299, "b": 299])
    }
}
