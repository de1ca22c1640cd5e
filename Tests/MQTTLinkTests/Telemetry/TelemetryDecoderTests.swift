import Foundation
import GatewayCore
import HomeModel
import MosquittoTransport
import Testing

@testable import MQTTLink

@Suite struct TelemetryDecoderTests {
    private static let snapshot = RoutingTable([.sample(sensor)], after: RoutingTable())

    private func decode(_ message: ReceivedMessage, snapshot: RoutingTable = snapshot) -> TelemetryReport? {
        var decoder = TelemetryDecoder()
        return decoder.decode([message], devices: snapshot, at: .known(noon)).first
    }

    private func code(_ message: ReceivedMessage, snapshot: RoutingTable = snapshot) -> String? {
        guard case .unreadable(sensor, let code, _) = decode(message, snapshot: snapshot)?.content else { return nil }
        return code
    }

    @Test func readingWithoutATimeGetsTheArrivalTime() {
        let report = decode(.sample("home/5/sensor/main/temperature", text: "20.5"))
        #expect(report?.content == .reading(temperature, value: 20.5, unit: nil))
        #expect(report?.time == .arrival(noon))
    }

    @Test func deviceTimeTakesPrecedenceOverTheArrivalTime() throws {
        let message = ReceivedMessage.sample(
            "home/5/sensor/main/temperature", text: "20.5", time: "2026-01-31T13:00:00.5+01:00")
        let report = try #require(decode(message))
        #expect(report.content == .reading(temperature, value: 20.5, unit: nil))
        #expect(report.time == .own(try #require(Timestamp(rfc3339: "2026-01-31T12:00:00.500Z"))))
        let change = decode(.sample("home/5/sensor/main/contact", text: "true", time: "2026-01-31T12:00:00Z"))
        guard case .change(_, .boolean(true)) = change?.content else {
            Issue.record("the message was not decoded as a state change")
            return
        }
        #expect(change?.time == .own(try #require(Timestamp(rfc3339: "2026-01-31T12:00:00Z"))))
    }

    /// A device reports four times a second with times in whole seconds. A repeated report keeps its time.
    @Test func readingsWithinOneSecondGetDistinctTimes() {
        var decoder = TelemetryDecoder()
        func times(_ texts: [String], time: String) -> [Int64] {
            texts.compactMap { text in
                let message = ReceivedMessage.sample("home/5/sensor/main/temperature", text: text, time: time)
                let report = decoder.decode([message], devices: Self.snapshot, at: .known(noon)).first
                guard case .reading = report?.content, case .own(let time) = report?.time else { return nil }
                return time.milliseconds % 10_000
            }
        }
        #expect(times(["20", "21", "22", "23"], time: "2026-01-31T12:00:00Z") == [0, 1, 2, 3])
        #expect(times(["20", "21", "23"], time: "2026-01-31T12:00:00Z") == [0, 1, 3])
        #expect(times(["23"], time: "2026-01-31T12:00:01Z") == [1000])
        #expect(
            times(["23", "24"], time: "2026-01-31T12:00:01.250Z") == [1250, 1250],
            "times with milliseconds are not changed")
    }

    @Test func reportSaysWhetherTheDeviceGaveTheTime() {
        let written = ReceivedMessage.sample(
            "home/5/sensor/main/temperature", text: "20.5", time: "2026-01-31T12:00:00Z")
        guard case .own = decode(written)?.time else {
            Issue.record("the time of the device was not used")
            return
        }
        #expect(decode(.sample("home/5/sensor/main/temperature", text: "20.5"))?.time == .arrival(noon))
    }

    /// A step of three seconds would be corrected gradually if the clock had been known before.
    @Test func clockThatBecomesKnownIsFollowedAtOnce() {
        var decoder = TelemetryDecoder()
        func time(_ clocks: ClockSnapshot) -> Timestamp? {
            let message = ReceivedMessage.sample("home/5/sensor/main/temperature", text: "20.5")
            let report = decoder.decode([message], devices: Self.snapshot, at: clocks).first
            guard case .reading = report?.content, case .arrival(let time) = report?.time else { return nil }
            return time
        }
        let boot = UUID()
        _ = time(ClockSnapshot(wall: noon, uptime: .seconds(60), boot: boot, isKnown: false))
        let later = noon + .seconds(4)
        #expect(time(ClockSnapshot(wall: later, uptime: .seconds(61), boot: boot, isKnown: true)) == later)
    }

    @Test(arguments: ["", "now", "2026-02-30T12:00:00Z", "1790000000", "2026-01-31"])
    func invalidTimeIsCounted(_ time: String) {
        #expect(code(.sample("home/5/sensor/main/temperature", text: "20.5", time: time)) == "badTime")
    }

    @Test func retainedReadingGetsTheArrivalTime() {
        let message = ReceivedMessage.sample(
            "home/5/sensor/main/temperature", text: "20.5", retained: true, time: "2001-01-01T00:00:00Z")
        #expect(decode(message)?.content == .reading(temperature, value: 20.5, unit: nil))
        #expect(decode(message)?.time == .arrival(noon))
        #expect(decode(message)?.isRetained == true)
    }

    @Test func undecodablePayloadIsCounted() {
        #expect(code(.sample("home/5/sensor/main/temperature", text: "warm")) == "badPayload")
    }

    @Test func messagesOfADeviceWithoutDecodableDescriptionAreCounted() {
        for native in [nil, "", "{}", "{\"homie\": \"4.0\"}"] as [String?] {
            let snapshot = RoutingTable([.sample(sensor, native: native)], after: Self.snapshot)
            #expect(snapshot.telemetrySubscriptions.isEmpty)
            let message = ReceivedMessage.sample("home/5/sensor/main/temperature", text: "20.5")
            #expect(code(message, snapshot: snapshot) == "descriptionUnreadable")
        }
    }

    /// Several devices share the root, such as those behind a bridge.
    @Test(
        arguments: [
            ("home/5/sensor/main/temperature", ["sensor"]), ("home/5/meter/main/power", ["meter"]),
            ("home/5/other/main/power", ["sensor", "meter"]), ("home", ["sensor", "meter"]), ("elsewhere/sensor", []),
        ] as [(String, [String])])
    func messageCountsForTheDevicesThatMayHaveSentIt(_ topic: String, expected: [String]) {
        let devices = [sensor, DeviceID("meter" as StaticString)].map { Device.sample($0, native: nil) }
        var decoder = TelemetryDecoder()
        let reports = decoder.decode(
            [.sample(topic, text: "1")], devices: RoutingTable(devices, after: RoutingTable()), at: .known(noon))
        let counted = reports.compactMap { report -> String? in
            guard case .unreadable(let device, "descriptionUnreadable", _) = report.content else { return nil }
            return device.rawValue
        }
        #expect(counted == expected)
    }

    @Test(arguments: [
        "home/5/other/main/temperature", "home/5/sensor/main/note", "$SYS/broker/uptime", "", "///",
        "home/5/sensor/main/temperature/set", "home/5/sensor/main/pressure",
    ])
    func unknownOrUnrecordedTopicGivesNoReport(_ topic: String) {
        #expect(decode(.sample(topic, text: "1")) == nil)
    }

    @Test func clearedTopicGivesNoReport() {
        #expect(decode(.sample("home/5/sensor/main/temperature", text: "")) == nil)
    }
}
