@testable import HomeDialects
import HomeModel
import Testing

@Suite struct ShellyAnnouncementsTests {
    private var shelly = ShellyAnnouncements(root: "u")

    @Test mutating func aDeviceIsAskedWhenItComesAndDescribedWhenItAnswered() throws {
        let asked = shelly.hear("u/online", "true").asked
        #expect(asked.allSatisfy { $0.topic == "u/rpc" && $0.qos == 1 && !$0.retain })
        #expect(asked.map { $0.json?["src"]?.text } == ["u/reply", "u/reply", "u/reply"])
        #expect(asked.compactMap { $0.json?["id"]?.integer } == ShellySamples.ids.map(Int.init))
        let methods = ["Shelly.GetDeviceInfo", "Shelly.GetConfig", "Shelly.GetStatus"]
        #expect(asked.compactMap { $0.json?["method"]?.text } == methods)

        let news = shelly.hearAll()
        let described = try #require(news.described.first)
        #expect(news.described.count == 1 && described.address == ShellySamples.address)
        #expect(described.model.description.hardware == [try #require(HardwareID(ShellySamples.mac))])
        #expect(news.availabilities == [ShellySamples.address: .ready])
    }

    @Test mutating func answersCountInAnyOrder() {
        _ = shelly.hear("u/online", "true")
        #expect(shelly.hear("u/reply/rpc", ShellySamples.reply(1 << 31 + 2, ShellySamples.status)).isEmpty)
        #expect(shelly.hear("u/reply/rpc", ShellySamples.reply(1 << 31, ShellySamples.information)).isEmpty)
        let last = shelly.hear("u/reply/rpc", ShellySamples.reply(1 << 31 + 1, ShellySamples.configuration))
        #expect(last.described.count == 1)
    }

    @Test mutating func whatIsNoShellyIsPassedOverInSilence() {
        for payload in ["true", "online", "1", "{\"state\":\"online\"}", "\u{0}"] {
            let news = shelly.hear("u/online", payload)
            #expect(news.findings.isEmpty && news.described.isEmpty && news.availabilities.isEmpty)
        }
        #expect(shelly.hear("u/events/rpc", "hello").isEmpty)
        #expect(shelly.hear("u/reply/rpc", #"{"id":1,"result":null}"#).isEmpty)
    }

    @Test mutating func answersThatNobodyAskedForSayNothing() {
        #expect(shelly.hearAll().isEmpty)
        _ = shelly.hear("u/online", "true")
        _ = shelly.hearAll()
        #expect(shelly.hearAll().isEmpty, "each question is answered once")
    }

    @Test(arguments: [
        (#"{"mac":"A8032ABE54DC","type":"SHSW-25"}"#, "gen"),
        (#"{"mac":"A8032ABE54DC","gen":1}"#, "gen"),
        (#"{"gen":2,"app":"Plus1"}"#, "mac"),
        (#"{"gen":2,"mac":"not a MAC"}"#, "mac"),
    ])
    func whatAnswersAsNoShellyOfTheSecondGenerationIsReported(information: String, field: String) {
        var shelly = shelly
        _ = shelly.hear("u/online", "true")
        let news = shelly.hearAll(information)
        #expect(news.described.isEmpty && news.findings.count == 1)
        guard case .badField(field, _)? = news.findings.first?.error else {
            Issue.record("\(news.findings)")
            return
        }
    }

    @Test mutating func aRefusedQuestionIsReportedWithItsReason() {
        _ = shelly.hear("u/online", "true")
        let news = shelly.hear("u/reply/rpc", ShellySamples.refusal(1 << 31 + 1, 401, "unauthorized"))
        #expect(news.findings.map(\.topic.description) == ["u/reply/rpc"])
        #expect(news.findings.first?.error.description.contains("401 unauthorized") == true)
    }

    @Test mutating func twoDevicesBelowOneRootAreReported() {
        _ = shelly.hear("u/online", "true")
        _ = shelly.hear("u/reply/rpc", ShellySamples.reply(1 << 31, ShellySamples.information))
        let other = ShellySamples.reply(1 << 31 + 1, ShellySamples.configuration, source: "shellyplus1-000000000001")
        #expect(shelly.hear("u/reply/rpc", other).findings.count == 1)
    }

    @Test mutating func aKnownDeviceIsAskedAgainWhenItsConfigurationChanged() {
        _ = shelly.hear("u/online", "true")
        _ = shelly.hearAll()
        let same = ShellySamples.notification(#"{"sys":{"cfg_rev":12},"switch:0":{"output":true}}"#)
        #expect(shelly.hear("u/events/rpc", same).isEmpty)
        let changed = ShellySamples.notification(#"{"sys":{"cfg_rev":13}}"#)
        #expect(shelly.hear("u/events/rpc", changed).asked.count == 3)
        _ = shelly.hearAll(status: #"{"sys":{"uptime":9,"cfg_rev":13}}"#)
        #expect(shelly.hear("u/events/rpc", changed).isEmpty, "once is enough")
        let event = #"{"events":[{"component":"input:0","event":"config_changed","cfg_rev":14}]}"#
        #expect(shelly.hear("u/events/rpc", ShellySamples.notification(event, "NotifyEvent")).asked.count == 3)
        #expect(shelly.hear("u/events/rpc", ShellySamples.notification(event, "NotifyEvent")).isEmpty)
        let push = #"{"events":[{"component":"input:0","event":"single_push"}]}"#
        #expect(shelly.hear("u/events/rpc", ShellySamples.notification(push, "NotifyEvent")).isEmpty)
    }

    @Test mutating func whatSpeaksWithoutHavingComeIsAsked() {
        let said = ShellySamples.notification(#"{"switch:0":{"id":0,"output":true}}"#)
        #expect(shelly.hear("u/events/rpc", said).asked.count == 3)
        #expect(shelly.hearAll().described.count == 1)
        #expect(shelly.hear("u/events/rpc", said).isEmpty)
    }

    @Test mutating func aDeviceThatDidNotListenYetIsAskedAgainAFewTimes() {
        let said = ShellySamples.notification(#"{"mqtt":{"connected":true}}"#)
        #expect(shelly.hear("u/online", "true").asked.count == 3)
        let again = (0..<20).map { _ in shelly.hear("u/events/rpc", said).asked.count }
        #expect(again == [3, 3, 3] + Array(repeating: 0, count: 17))
        _ = shelly.hear("u/online", "true")
        #expect(shelly.hear("u/events/rpc", said).asked.count == 3)
        _ = shelly.hear("u/reply/rpc", ShellySamples.reply(1 << 31, ShellySamples.information))
        #expect(shelly.hear("u/events/rpc", said).isEmpty, "it listens, and is answering")
    }

    @Test mutating func noDeviceMakesAnEndlessLoopOfQuestions() {
        var asked = 0
        for round in 0..<4096 {
            asked += shelly.hear("u/online", round.isMultiple(of: 2) ? "true" : "false").asked.count
            asked += shelly.hearAll().asked.count
        }
        #expect(asked == 3 * 8)
        for revision in 100..<4196 {
            let changed = ShellySamples.notification(#"{"sys":{"cfg_rev":\#(revision)}}"#)
            asked += shelly.hear("u/events/rpc", changed).asked.count
        }
        #expect(asked <= 3 * (8 + 4096 / 16), "fewer questions than it says things itself")
    }

    @Test mutating func whatSleepsIsNotLostAndNotAskedAtEveryWaking() {
        let status = #"{"temperature:0":{"id":0,"tC":20.0},"sys":{"uptime":1,"cfg_rev":3,"wakeup_period":7200}}"#
        _ = shelly.hear("u/online", "true")
        #expect(shelly.hearAll(status: status).described.count == 1)
        #expect(shelly.hear("u/online", "false").availabilities == [ShellySamples.address: .sleeping])
        let awake = shelly.hear("u/online", "true")
        #expect(awake.availabilities == [ShellySamples.address: .ready] && awake.asked.isEmpty)
        let changed = ShellySamples.notification(#"{"sys":{"cfg_rev":4}}"#, "NotifyFullStatus")
        #expect(shelly.hear("u/events/rpc", changed).asked.count == 3)
    }

    @Test mutating func aDeviceThatIsGoneIsLostAndOneThatIsTakenBackIsRemoved() {
        _ = shelly.hear("u/online", "true")
        _ = shelly.hearAll()
        #expect(shelly.hear("u/online", "false").availabilities == [ShellySamples.address: .lost])
        #expect(shelly.hear("u/online", "").removed == [ShellySamples.address])
        #expect(shelly.hear("u/online", "false").isEmpty)
    }

    @Test mutating func aReplacedDeviceTakesThePlaceOfTheOldOne() {
        _ = shelly.hear("u/online", "true")
        _ = shelly.hearAll()
        _ = shelly.hear("u/online", "true")
        let news = shelly.hearAll(#"{"mac":"A8032ABE0001","gen":2,"app":"Plus1PM"}"#)
        #expect(news.removed == [ShellySamples.address])
        #expect(news.described.map(\.address.foreignID) == ["a8032abe0001"])
    }

    @Test mutating func whatAPersonAddedIsAskedForPageByPage() throws {
        _ = shelly.hear("u/online", "true")
        let status = #"{"bthome":{},"sys":{"uptime":1,"cfg_rev":1}}"#
        let first = shelly.hearAll(status: status).asked
        #expect(first.first?.json?["params"]?["offset"] == 0)
        let page = { (id: Int) in
            ShellySamples.reply(
                1 << 31 + 3,
                #"{"components":[{"key":"number:\#(id)","status":{"value":1},"config":{"name":"n\#(id)"}}],"total":2}"#)
        }
        let second = shelly.hear("u/reply/rpc", page(200)).asked
        #expect(second.first?.json?["params"]?["offset"] == 1)
        let described = try #require(shelly.hear("u/reply/rpc", page(201)).described.first)
        let names = described.model.description[.main]?.capabilities.map(\.name.description)
        #expect(names == ["number.n200", "number.n201"])
    }

    @Test mutating func olderFirmwareThatKnowsNoSuchListIsDescribedWithoutIt() {
        _ = shelly.hear("u/online", "true")
        _ = shelly.hearAll(status: #"{"bthome":{},"sys":{"uptime":1}}"#)
        let refusal = ShellySamples.refusal(1 << 31 + 3, 404, "No handler for Shelly.GetComponents")
        #expect(shelly.hear("u/reply/rpc", refusal).described.count == 1)
    }

    @Test(arguments: [
        ("u/online", true), ("u/events/rpc", true), ("u/reply/rpc", true), ("u/rpc", false), ("u/status/online", false),
        ("u/5/d/$state", false), ("u/events", false), ("u/command/rpc", false), ("u/reply/rpc/x", false),
        ("online", false),
    ])
    func onlyItsOwnTopicsAreHeard(topic: String, isHeard: Bool) {
        #expect(ShellyAnnouncements.hears(topic.split(separator: "/")) == isHeard)
    }
}

extension ShellyAnnouncements {
    fileprivate mutating func hearAll(status: String) -> [Announcement] {
        hearAll(ShellySamples.information, ShellySamples.configuration, status)
    }
}
