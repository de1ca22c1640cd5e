import HomeModel
import Testing

@testable import GatewayCore

/// Stored changes of one series, the commands around them, and the events that they show.
struct DetectionCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: CapabilityKind
    /// Seconds and values.
    let changes: [(Double, CapabilityValue)]
    var commands: [(Double, AuditEntry)] = []
    /// Seconds and kinds.
    let events: [(Double, DeviceEventKind)]

    static let all = [
        DetectionCase(
            testDescription: "the first report of a contact is no event", kind: .contact,
            changes: [(0, .boolean(true)), (60, .boolean(false)), (70, .boolean(true))],
            events: [(60, .opened), (70, .closed)]),
        DetectionCase(
            testDescription: "a lock that was moved by hand", kind: .lock,
            changes: [(0, .text("locked")), (60, .text("unlocked")), (90, .text("jammed"))],
            events: [(60, .unlocked), (90, .jammed)]),
        DetectionCase(
            testDescription: "a lock that a command unlocked and a hand locked", kind: .lock,
            changes: [(0, .text("locked")), (60, .text("unlocked")), (64, .text("locked"))],
            commands: [(59.9, .command()), (60.1, .outcome())], events: [(64, .locked)]),
        DetectionCase(
            testDescription: "a command to another device explains nothing", kind: .lock,
            changes: [(0, .text("locked")), (60, .text("unlocked"))],
            commands: [(59.9, .command(device: "back-door"))], events: [(60, .unlocked)]),
        DetectionCase(
            testDescription: "a refused command explains nothing", kind: .lock,
            changes: [(0, .text("locked")), (60, .text("unlocked"))], commands: [(59.9, .prompt())],
            events: [(60, .unlocked)]),
        DetectionCase(
            testDescription: "a lock that obeys late, without having confirmed", kind: .lock,
            changes: [(0, .text("locked")), (120, .text("unlocked"))],
            commands: [(59.9, .command()), (70, .outcome(.timedOut))], events: []),
        DetectionCase(
            testDescription: "a blind that a hand moves is one event with its first time", kind: .position,
            changes: [(0, .number(0)), (600, .number(10)), (601, .number(30)), (605, .number(65))],
            events: [(600, .moved)]),
        DetectionCase(
            testDescription: "a blind that a command moves", kind: .position,
            changes: [(0, .number(0)), (600, .number(10)), (601, .number(30)), (605, .number(65))],
            commands: [
                (599, .command("65", capability: "position")), (606, .outcome()),
            ], events: []),
        DetectionCase(
            testDescription: "a blind that a command moves seconds after its first report", kind: .position,
            changes: [(0, .number(60)), (10, .number(45)), (15, .number(30))],
            commands: [(9, .command("30", capability: "position")), (16, .outcome())], events: []),
        DetectionCase(
            testDescription: "only the first motion of a visit", kind: .motion,
            changes: [
                (0, .boolean(true)), (30, .boolean(false)), (200, .boolean(true)), (260, .boolean(false)),
                (900, .boolean(true)), (930, .boolean(false)),
            ], events: [(0, .motion), (900, .motion)]),
        DetectionCase(
            testDescription: "smoke begins and ends", kind: .smoke,
            changes: [(0, .boolean(false)), (60, .boolean(true)), (300, .boolean(false))],
            events: [(60, .alarm), (300, .alarmEnded)]),
        DetectionCase(
            testDescription: "water that is reported first", kind: .leak, changes: [(0, .boolean(true))],
            events: [(0, .alarm)]),
        DetectionCase(
            testDescription: "a door of a garage", kind: .garageDoor,
            changes: [(0, .text("closed")), (60, .text("opening")), (70, .text("open"))], events: [(70, .opened)]),
        DetectionCase(
            testDescription: "an alarm system", kind: .alarm,
            changes: [(0, .text("disarmed")), (60, .text("armedAway")), (90, .text("triggered"))],
            events: [(60, .armed), (90, .alarm)]),
        DetectionCase(
            testDescription: "a button", kind: .button, changes: [(0, .text("single")), (60, .text("double"))],
            events: [(0, .pressed), (60, .pressed)]),
    ]
}

struct DeviceEventDetectorTests {
    private static let device: DeviceID = DeviceID("front-door")

    @Test(arguments: DetectionCase.all) func changesShowEvents(_ example: DetectionCase) {
        let series = SeriesID(device: Self.device, part: .main, capability: CapabilityName(example.kind))
        let changes = example.changes.map { StateChange(series: series, time: time($0.0), value: $0.1) }
        let acts = ActFolding.acts(of: SampleRecords.records(example.commands))
        let detector = DeviceEventDetector(of: series, commands: acts.compactMap(CommandSpan.init))
        let events = detector.events(in: changes)
        #expect(events.map(\.kind) == example.events.map(\.1))
        #expect(events.map(\.time) == example.events.map { time($0.0) })
        #expect(DeviceEventDetector.follows(example.kind))
    }

    @Test func movementEndsWithItsLastPosition() {
        let series = SeriesID(device: Self.device, part: .main, capability: CapabilityName(.position))
        let changes = [0, 600, 601, 602].map {
            StateChange(series: series, time: time($0), value: .number($0 == 602 ? 65 : $0 / 10))
        }
        #expect(DeviceEventDetector(of: series, commands: []).events(in: changes).map(\.value) == [.number(65)])
    }

    /// Columns: seconds and whether the device was reachable from then on; the seconds of the events.
    @Test(
        arguments: [
            ([(0, false), (30, true)], []), ([(0, false), (90, true)], [0, 90]), ([(0, false)], [0]),
            ([(0, false), (20, true), (40, false), (200, true)], [40, 200]), ([(0, true)], [0]),
        ] as [([(Double, Bool)], [Double])])
    func shortOutagesAreNoEvents(_ changes: [(Double, Bool)], seconds: [Double]) {
        let changes = changes.map { ReachabilityChange(device: Self.device, time: time($0.0), isReachable: $0.1) }
        #expect(Outages.events(in: changes).map(\.time) == seconds.map { time($0) })
    }

    /// Columns: the lowest charge of each day, and the days on which the battery became low.
    @Test(
        arguments: [
            ([80, 40, 16, 14, 13], [3]), ([10, 9], []), ([80, 14, 17, 14], [1]), ([80, 14, 100, 90, 12], [1, 4]),
            ([], []), ([90], []),
        ] as [([Double], [Int])])
    func batteryBecomesLowOnce(_ minima: [Double], days: [Int]) {
        #expect(LowBattery.days(of: minima) == days)
    }

    private func time(_ seconds: Double) -> Timestamp {
        SampleRecords.start + .milliseconds(Int64(seconds * 1000))
    }
}
