import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct ActivityTextTests {
    private static let time = Timestamp(milliseconds: 1_800_000_000_000)

    /// How a command ended, and its line.
    struct Example: Sendable, CustomTestStringConvertible {
        var capability = CapabilityKind.position
        var value = "0"
        let status: Act.Status
        let outcome: CommandOutcome
        var isStopped = false
        var stoppedAt: Double?
        var lateReport: LateReportBody?
        let testDescription: String
    }

    @Test(
        arguments: [
            Example(status: .done, outcome: .confirmed, testDescription: "✓ anna  blind: position 0"),
            Example(
                status: .done, outcome: .failed, isStopped: true, stoppedAt: 59.6,
                testDescription: "✓ anna  blind: position 0  stopped at 59.6 %"),
            Example(
                status: .done, outcome: .superseded, isStopped: true,
                testDescription: "✓ anna  blind: position 0  stopped"),
            Example(status: .failed, outcome: .failed, testDescription: "✗ anna  blind: position 0  failed"),
            Example(
                capability: .switch, value: "on", status: .unknown, outcome: .timedOut,
                lateReport: LateReportBody(time: time + .seconds(65), value: .boolean(true)),
                testDescription: "! anna  blind: switch on  timedOut, reported on at 08:01:05"),
        ])
    func lineSaysHowTheCommandEnded(_ example: Example) {
        let capability = CapabilityName(example.capability)
        let act = ActivityActBody(
            event: .deviceControl, status: example.status, outcome: example.outcome, isStopped: example.isStopped,
            stoppedAt: example.stoppedAt, lateReport: example.lateReport, actor: "anna",
            metadata: ["value": example.value])
        let entry = ActivityBody(
            id: "act", time: Self.time, category: .control, device: DeviceID("blind"), part: .main,
            capability: capability, act: act)
        let text = ActivityText([], people: nil, zone: .gmt)
        #expect(text.lines(entry, limit: nil).map(\.plain) == ["08:00:00  " + example.testDescription])
    }

    /// Columns: what is still known of the act, and the line.
    @Test(
        arguments: [
            ([:], "· ~0a1b  device.control blind  details were erased"),
            (["value": "0"], "! ~0a1b  device.control blind  unknown, details were erased"),
        ] as [([String: String], String)])
    func lineSaysThatDetailsWereErased(_ metadata: [String: String], line: String) {
        let act = ActivityActBody(
            event: .deviceControl, status: .unknown, actor: "~0a1b", target: "blind", isErased: true,
            metadata: metadata)
        let entry = ActivityBody(
            id: "act", time: Self.time, category: .control, device: DeviceID("blind"), act: act)
        let text = ActivityText([], people: nil, zone: .gmt)
        #expect(text.lines(entry, limit: 80).map(\.plain) == ["08:00:00  " + line])
    }
}
