import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct StatusReportTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func diagnostics(findings: Int) -> DiagnosticsBody {
        DiagnosticsBody(
            version: "0.1.0", home: "villa", startedAt: now - .hours(3),
            subsystems: [
                SubsystemBody(name: "broker", status: "ok", summary: String(repeating: "word ", count: 40)),
                SubsystemBody(name: "discovery", status: "warning", summary: "Avahi is not there"),
                SubsystemBody(name: "storage", status: "melted", summary: "\u{1B}[2Jgone"),
            ],
            findings: (0..<findings).map { number in
                FindingBody(
                    code: "code\(number)", severity: number == 0 ? "warning" : "failing", subsystem: "broker",
                    message: String(repeating: "long ", count: 30), remedy: "Do this.")
            },
            counters: ["readings.stored": 123_456, "devices": 25, "commands": 7])
    }

    @Test(arguments: [40, 80])
    func aScreenIsNeverTooNarrow(columns: Int) {
        let lines = StatusReport(diagnostics(findings: 9), now: now).lines(limit: columns)
        #expect(lines.allSatisfy { $0.width <= columns })
    }

    @Test func statesAreMarkedAndUnknownWordsAreNotHealth() {
        let lines = StatusReport(diagnostics(findings: 0), now: now).lines(limit: nil).map(\.plain)
        #expect(lines.first == "villa · Tomte 0.1.0 · up 3 h")
        #expect(lines.contains { $0.hasPrefix("✓ broker") })
        #expect(lines.contains { $0.hasPrefix("! discovery") })
        #expect(lines.contains("✗ storage    \\u{1b}[2Jgone"))
    }

    @Test func theWorstFindingsComeFirstAndTheRestIsCounted() {
        let lines = StatusReport(diagnostics(findings: 9), now: now).lines(limit: nil).map(\.plain)
        #expect(lines.filter { $0.hasPrefix("✗ long") }.count == 5)
        #expect(lines.last == "  4 more: tomte doctor")
    }
}

@Suite struct CheckupTests {
    @Test func aMissingBrokerIsAFindingOfItsOwn() {
        let installed = FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")
        let checkup = Checkup(absence: .notRunning(socket: "/s"), environment: ["PATH": "/nowhere"])
        let codes = checkup.findings().map(\.code)
        #expect(codes == ["gatewayNotRunning"] + (installed ? [] : ["mosquittoMissing"]))
    }

    @Test(
        arguments: [
            .stateFolderMissing("/x"), .notRunning(socket: "/x"), .staleSocket("/x"), .notPermitted("/x"),
            .pathTooLong("/x"),
            .unknown(errno: 5),
        ] as [GatewayAbsence])
    func everyAbsenceSaysWhatToDo(absence: GatewayAbsence) {
        #expect(HealthMark(absence.finding.severity) == .failing)
        #expect(absence.message.hasSuffix("."))
        #expect(absence.remedy.hasSuffix("."))
    }
}

@Suite struct EventTextTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let lamp = DeviceID("lamp" as StaticString)

    private var text: EventText {
        var text = EventText(zone: .gmt)
        text.learn([
            DeviceBody(
                id: lamp, name: "Hall\u{1B}[2J lamp", room: nil, link: "homie5", availability: .ready,
                manufacturer: nil, model: nil, parts: [])
        ])
        return text
    }

    @Test func aReadingIsTimePlaceQuantityValue() {
        let series = SeriesID(device: lamp, part: PartID("l-1" as StaticString), capability: CapabilityName(.power))
        let line = text.line(.reading(series, Reading(time: now, value: 4.25), unit: "W"), now: now)
        #expect(line?.plain == "08:00:00  Hall\\u{1b}[2J lamp/l-1      power               4.25 W")
    }

    @Test func aGapIsAnnouncedAndADeviceChangeIsNot() {
        #expect(text.line(.gap(3), now: now)?.plain.contains("3 events were missed") == true)
        #expect(text.line(.gap(nil), now: now)?.plain.contains("Some events were missed") == true)
        #expect(text.line(.devices, now: now) == nil)
    }
}
