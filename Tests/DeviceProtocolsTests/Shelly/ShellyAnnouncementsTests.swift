import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

@Suite struct ShellyAnnouncementsTests {
    private var shelly = ShellyDiscoveryParser(root: "u")

    @Test mutating func deviceIsQueriedOnConnectAndDescribedAfterItsReplies() throws {
        let queries = shelly.receive("u/online", payload: "true").queries
        #expect(queries.allSatisfy { $0.topic == "u/rpc" && $0.qos == 1 && !$0.retain })
        #expect(queries.map { $0.json?["src"]?.text } == ["u/reply", "u/reply", "u/reply"])
        #expect(queries.compactMap { $0.json?["id"]?.integer } == ShellySamples.ids.map(Int.init))
        let methods = ["Shelly.GetDeviceInfo", "Shelly.GetConfig", "Shelly.GetStatus"]
        #expect(queries.compactMap { $0.json?["method"]?.text } == methods)

        let events = shelly.receiveReplies()
        let described = try #require(events.described.first)
        #expect(events.described.count == 1 && described.address == ShellySamples.address)
        #expect(described.model.description.hardware == [try #require(HardwareID(ShellySamples.mac))])
        #expect(events.availabilities == [ShellySamples.address: .ready])
    }

    @Test mutating func repliesAreAcceptedInAnyOrder() {
        _ = shelly.receive("u/online", payload: "true")
        #expect(
            shelly.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31 + 2, result: ShellySamples.status))
                .isEmpty)
        #expect(
            shelly.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31, result: ShellySamples.information))
                .isEmpty)
        let last = shelly.receive(
            "u/reply/rpc", payload: ShellySamples.reply(1 << 31 + 1, result: ShellySamples.configuration))
        #expect(last.described.count == 1)
    }

    @Test mutating func messagesOfOtherClientsAreIgnored() {
        for payload in ["true", "online", "1", "{\"state\":\"online\"}", "\u{0}"] {
            let events = shelly.receive("u/online", payload: payload)
            #expect(events.findings.isEmpty && events.described.isEmpty && events.availabilities.isEmpty)
        }
        #expect(shelly.receive("u/events/rpc", payload: "hello").isEmpty)
        #expect(shelly.receive("u/reply/rpc", payload: #"{"id":1,"result":null}"#).isEmpty)
    }

    @Test mutating func unrequestedRepliesAreIgnored() {
        #expect(shelly.receiveReplies().isEmpty)
        _ = shelly.receive("u/online", payload: "true")
        _ = shelly.receiveReplies()
        #expect(shelly.receiveReplies().isEmpty, "Each query accepts one reply.")
    }

    @Test(arguments: [
        (#"{"mac":"A8032ABE54DC","type":"SHSW-25"}"#, "gen"),
        (#"{"mac":"A8032ABE54DC","gen":1}"#, "gen"),
        (#"{"gen":2,"app":"Plus1"}"#, "mac"),
        (#"{"gen":2,"mac":"not a MAC"}"#, "mac"),
    ])
    func replyOfUnsupportedDeviceIsAFinding(information: String, field: String) {
        var shelly = shelly
        _ = shelly.receive("u/online", payload: "true")
        let events = shelly.receiveReplies(information: information)
        #expect(events.described.isEmpty && events.findings.count == 1)
        guard case .badField(field, _)? = events.findings.first?.error else {
            Issue.record("\(events.findings)")
            return
        }
    }

    @Test mutating func refusedQueryIsAFindingWithItsReason() {
        _ = shelly.receive("u/online", payload: "true")
        let events = shelly.receive(
            "u/reply/rpc", payload: ShellySamples.refusal(1 << 31 + 1, code: 401, message: "unauthorized"))
        #expect(events.findings.map(\.topic.description) == ["u/reply/rpc"])
        #expect(events.findings.first?.error.description.contains("401 unauthorized") == true)
    }

    @Test mutating func twoDevicesBelowOneRootAreAFinding() {
        _ = shelly.receive("u/online", payload: "true")
        _ = shelly.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31, result: ShellySamples.information))
        let other = ShellySamples.reply(
            1 << 31 + 1, result: ShellySamples.configuration, source: "shellyplus1-000000000001")
        #expect(shelly.receive("u/reply/rpc", payload: other).findings.count == 1)
    }

    @Test mutating func changedConfigurationIsQueriedAgainOnce() {
        _ = shelly.receive("u/online", payload: "true")
        _ = shelly.receiveReplies()
        let same = ShellySamples.notification(#"{"sys":{"cfg_rev":12},"switch:0":{"output":true}}"#)
        #expect(shelly.receive("u/events/rpc", payload: same).isEmpty)
        let changed = ShellySamples.notification(#"{"sys":{"cfg_rev":13}}"#)
        #expect(shelly.receive("u/events/rpc", payload: changed).queries.count == 3)
        _ = shelly.receiveReplies(status: #"{"sys":{"uptime":9,"cfg_rev":13}}"#)
        #expect(shelly.receive("u/events/rpc", payload: changed).isEmpty, "One query for each revision is enough.")
        let event = #"{"events":[{"component":"input:0","event":"config_changed","cfg_rev":14}]}"#
        #expect(
            shelly.receive("u/events/rpc", payload: ShellySamples.notification(event, method: "NotifyEvent")).queries
                .count == 3)
        #expect(
            shelly.receive("u/events/rpc", payload: ShellySamples.notification(event, method: "NotifyEvent")).isEmpty)
        let push = #"{"events":[{"component":"input:0","event":"single_push"}]}"#
        #expect(
            shelly.receive("u/events/rpc", payload: ShellySamples.notification(push, method: "NotifyEvent")).isEmpty)
    }

    @Test mutating func notificationOfUnknownDeviceStartsAQuery() {
        let notification = ShellySamples.notification(#"{"switch:0":{"id":0,"output":true}}"#)
        #expect(shelly.receive("u/events/rpc", payload: notification).queries.count == 3)
        #expect(shelly.receiveReplies().described.count == 1)
        #expect(shelly.receive("u/events/rpc", payload: notification).isEmpty)
    }

    @Test mutating func unansweredQueryIsRepeatedThreeTimes() {
        let notification = ShellySamples.notification(#"{"mqtt":{"connected":true}}"#)
        #expect(shelly.receive("u/online", payload: "true").queries.count == 3)
        let again = (0..<20).map { _ in shelly.receive("u/events/rpc", payload: notification).queries.count }
        #expect(again == [3, 3, 3] + Array(repeating: 0, count: 17))
        _ = shelly.receive("u/online", payload: "true")
        #expect(shelly.receive("u/events/rpc", payload: notification).queries.count == 3)
        _ = shelly.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31, result: ShellySamples.information))
        #expect(
            shelly.receive("u/events/rpc", payload: notification).isEmpty, "A device that replies is not queried again."
        )
    }

    @Test mutating func queriesToOneDeviceAreLimited() {
        var queries = 0
        for round in 0..<4096 {
            queries += shelly.receive("u/online", payload: round.isMultiple(of: 2) ? "true" : "false").queries.count
            queries += shelly.receiveReplies().queries.count
        }
        #expect(queries == 3 * 8)
        for revision in 100..<4196 {
            let changed = ShellySamples.notification(#"{"sys":{"cfg_rev":\#(revision)}}"#)
            queries += shelly.receive("u/events/rpc", payload: changed).queries.count
        }
        #expect(queries <= 3 * (8 + 4096 / 16), "The parser sends fewer queries than the device sends messages.")
    }

    @Test mutating func sleepingDeviceIsNeitherLostNorQueriedAtEachWakeUp() {
        let status = #"{"temperature:0":{"id":0,"tC":20.0},"sys":{"uptime":1,"cfg_rev":3,"wakeup_period":7200}}"#
        _ = shelly.receive("u/online", payload: "true")
        #expect(shelly.receiveReplies(status: status).described.count == 1)
        #expect(shelly.receive("u/online", payload: "false").availabilities == [ShellySamples.address: .sleeping])
        let awake = shelly.receive("u/online", payload: "true")
        #expect(awake.availabilities == [ShellySamples.address: .ready] && awake.queries.isEmpty)
        let changed = ShellySamples.notification(#"{"sys":{"cfg_rev":4}}"#, method: "NotifyFullStatus")
        #expect(shelly.receive("u/events/rpc", payload: changed).queries.count == 3)
    }

    @Test mutating func offlineDeviceIsLostAndClearedDeviceIsRemoved() {
        _ = shelly.receive("u/online", payload: "true")
        _ = shelly.receiveReplies()
        #expect(shelly.receive("u/online", payload: "false").availabilities == [ShellySamples.address: .lost])
        #expect(shelly.receive("u/online", payload: "").removed == [ShellySamples.address])
        #expect(shelly.receive("u/online", payload: "false").isEmpty)
    }

    @Test mutating func replacedDeviceRemovesThePreviousOne() {
        _ = shelly.receive("u/online", payload: "true")
        _ = shelly.receiveReplies()
        _ = shelly.receive("u/online", payload: "true")
        let events = shelly.receiveReplies(information: #"{"mac":"A8032ABE0001","gen":2,"app":"Plus1PM"}"#)
        #expect(events.removed == [ShellySamples.address])
        #expect(events.described.map(\.address.foreignID) == ["a8032abe0001"])
    }

    @Test mutating func dynamicComponentsAreQueriedPageByPage() throws {
        _ = shelly.receive("u/online", payload: "true")
        let status = #"{"bthome":{},"sys":{"uptime":1,"cfg_rev":1}}"#
        let first = shelly.receiveReplies(status: status).queries
        #expect(first.first?.json?["params"]?["offset"] == 0)
        let page = { (id: Int) in
            let component = #"{"key":"number:\#(id)","status":{"value":1},"config":{"name":"n\#(id)"}}"#
            return ShellySamples.reply(1 << 31 + 3, result: #"{"components":[\#(component)],"total":2}"#)
        }
        let second = shelly.receive("u/reply/rpc", payload: page(200)).queries
        #expect(second.first?.json?["params"]?["offset"] == 1)
        let described = try #require(shelly.receive("u/reply/rpc", payload: page(201)).described.first)
        let names = described.model.description[.main]?.capabilities.map(\.name.description)
        #expect(names == ["number.n200", "number.n201"])
    }

    @Test mutating func deviceWithoutComponentListIsDescribedWithoutIt() {
        _ = shelly.receive("u/online", payload: "true")
        _ = shelly.receiveReplies(status: #"{"bthome":{},"sys":{"uptime":1}}"#)
        let refusal = ShellySamples.refusal(1 << 31 + 3, code: 404, message: "No handler for Shelly.GetComponents")
        #expect(shelly.receive("u/reply/rpc", payload: refusal).described.count == 1)
    }

    @Test(arguments: [
        ("u/online", true), ("u/events/rpc", true), ("u/reply/rpc", true), ("u/rpc", false), ("u/status/online", false),
        ("u/5/d/$state", false), ("u/events", false), ("u/command/rpc", false), ("u/reply/rpc/x", false),
        ("online", false),
    ])
    func onlyShellyTopicsMatch(topic: String, isMatch: Bool) {
        #expect(ShellyDiscoveryParser.matches(topic.split(separator: "/")) == isMatch)
    }
}
