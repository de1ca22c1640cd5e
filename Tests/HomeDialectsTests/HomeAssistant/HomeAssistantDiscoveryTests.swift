import HomeModel
import Testing

@testable import HomeDialects

@Suite struct HomeAssistantDiscoveryTests {
    private static let block: JSONValue = ["ids": ["d1"], "name": "Lamp", "mf": "Maker", "mdl": "L1"]

    private static func power(_ object: String = "power") -> JSONValue {
        [
            "name": "Power", "stat_t": .text("u/d/\(object)"), "unit_of_meas": "W", "dev_cla": "power", "uniq_id": "p",
            "dev": block,
        ]
    }

    @Test func shortAndLongKeysAreOne() throws {
        let short = try HomeAssistantSample.device(
            "switch", ["stat_t": "u/s", "cmd_t": "u/c", "pl_on": "1", "pl_off": "0", "avty_t": "u/a"])
        let long = try HomeAssistantSample.device(
            "switch",
            [
                "state_topic": "u/s", "command_topic": "u/c", "payload_on": "1", "payload_off": "0",
                "availability_topic": "u/a",
            ])
        #expect(short.description == long.description)
        #expect(short.topics.map(\.topic) == long.topics.map(\.topic))
        #expect(short.told(.main, "switch", .boolean(true)) == ["u/c 1"])
        #expect(long.told(.main, "switch", .boolean(true)) == ["u/c 1"])
    }

    @Test(
        arguments: [
            ("u/x", "~/state", "u/x/state"), ("u/x/", "~state", "u/x/state"), ("x/state", "u/~", "u/x/state"),
            ("u", "~/a~b", "u/a~b"), ("u/x", "u/y", "u/y"),
        ])
    func tildeStandsAtEitherEnd(base: String, topic: String, whole: String) throws {
        let model = try HomeAssistantSample.device("sensor", ["~": .text(base), "stat_t": .text(topic)])
        #expect(model.topics.map(\.topic) == [whole])
    }

    @Test func bothFormsMakeTheSameDevice() throws {
        var (single, whole) = (HomeAssistantSample(), HomeAssistantSample())
        let lamp: JSONValue = ["name": .null, "stat_t": "u/d/on", "cmd_t": "u/d/on/set", "dev": Self.block]
        _ = single.hear("sensor/d1/power", Self.power())
        let news = single.hear("switch/d1/on", lamp)
        let device: JSONValue = [
            "dev": Self.block, "o": ["name": "test"],
            "cmps": [
                "d1/power": [
                    "p": "sensor", "name": "Power", "stat_t": "u/d/power", "unit_of_meas": "W", "dev_cla": "power",
                    "uniq_id": "p",
                ],
                "d1/on": ["p": "switch", "name": .null, "stat_t": "u/d/on", "cmd_t": "u/d/on/set"],
            ],
        ]
        let other = whole.hear("device/d1", device)
        let (left, right) = (try #require(news.described.last), try #require(other.described.last))
        #expect(left.address == right.address)
        #expect(left.model.description == right.model.description)
        #expect(left.native == right.native)
        #expect(left.model.capabilityLines == ["main power r", "main switch rw"])
    }

    @Test func entitiesGatherWhateverTheirOrder() throws {
        var generator = SeededGenerator(seed: 5)
        var messages = (1...12).map { number in
            let fields: JSONValue = [
                "name": .text("Reading \(number)"), "stat_t": .text("u/d/\(number)"), "unit_of_meas": "°C",
                "dev": Self.block,
            ]
            return ("sensor/d1/r\(number)", fields)
        }
        var seen: Set<String> = []
        for _ in 0..<8 {
            messages.shuffle(using: &generator)
            var sample = HomeAssistantSample()
            var last: String?
            for (path, fields) in messages { last = sample.hear(path, fields).described.last?.native ?? last }
            seen.insert(try #require(last))
        }
        #expect(seen.count == 1)
    }

    /// Whether anybody forgot it, a device cannot know; but not each of its entities describes it again.
    @Test func saidTwiceIsDescribedOnceMore() {
        var sample = HomeAssistantSample()
        for entity in ["a", "b", "c"] { _ = sample.hear("sensor/d1/\(entity)", Self.power(entity)) }
        let again = ["a", "b", "c"].flatMap { sample.hear("sensor/d1/\($0)", Self.power($0)) }
        #expect(again.described.map { $0.model.description.parts.flatMap(\.capabilities).count } == [3])
        #expect(sample.hear("sensor/d1/power", Self.power("other")).described.count == 1)
    }

    @Test func anEmptyPayloadTakesAnEntityBack() throws {
        var sample = HomeAssistantSample()
        _ = sample.hear("sensor/d1/power", Self.power())
        let both = sample.hear("switch/d1/on", ["stat_t": "u/on", "dev": Self.block])
        let address = try #require(both.described.last?.address)
        #expect(sample.clear("switch/d1/on").described.last?.model.capabilityLines == ["main power r"])
        #expect(sample.clear("sensor/d1/power").removed == [address])
        #expect(sample.clear("sensor/d1/power").isEmpty)
    }

    /// Whether it is there, its own topic has said, and may not say again.
    @Test func aDeviceThatComesAgainIsNotLost() throws {
        var sample = HomeAssistantSample()
        let power: JSONValue = ["stat_t": "u/p", "avty_t": "u/lwt", "dev": Self.block]
        let address = try #require(sample.hear("sensor/d1/power", power).described.first?.address)
        #expect(sample.clear("sensor/d1/power").removed == [address])
        let back = sample.hear("sensor/d1/power", power)
        #expect(back.described.count == 1 && back.availabilities == [address: .unknown])
        #expect(sample.hear("sensor/d1/power", power).availabilities.isEmpty)
        _ = sample.clear("sensor/d1/power")
        #expect(sample.hear("sensor/d1/power", Self.power()).availabilities == [address: .ready])
    }

    /// To clear the topic would take the device away.
    @Test func aBrokenMessageIsNotUselessWhereADeviceIsKnownFromIt() {
        var sample = HomeAssistantSample()
        let foreign: JSONValue = ["stat_t": "v/p", "dev": Self.block]
        #expect(sample.hear("sensor/d1/power", foreign).findings.map(\.isUseless) == [true])
        #expect(sample.hear("sensor/d1/power", 7).findings.map(\.isUseless) == [true])
        _ = sample.hear("sensor/d1/power", Self.power())
        #expect(sample.hear("sensor/d1/power", foreign).findings.map(\.isUseless) == [false])
        #expect(sample.hear("sensor/d1/power", 7).findings.map(\.isUseless) == [false])
        _ = sample.clear("sensor/d1/power")
        #expect(sample.hear("sensor/d1/power", 7).findings.map(\.isUseless) == [true])
    }

    @Test func aPlatformAloneTakesAComponentBack() {
        var sample = HomeAssistantSample()
        let one: JSONValue = ["p": "sensor", "stat_t": "u/a", "name": "One"]
        _ = sample.hear("device/d1", ["dev": Self.block, "cmps": ["a": one, "b": ["p": "sensor", "stat_t": "u/b"]]])
        let news = sample.hear("device/d1", ["dev": Self.block, "cmps": ["a": one, "b": ["p": "sensor"]]])
        #expect(news.described.last?.model.capabilityLines == ["main text.one r"])
        let gone = sample.hear("device/d1", ["dev": Self.block, "cmps": ["a": ["p": "sensor"]]])
        #expect(gone.removed.count == 1)
    }

    @Test func anEntityMayMoveToAnotherDevice() {
        var sample = HomeAssistantSample()
        _ = sample.hear("sensor/d1/power", Self.power())
        let news = sample.hear("sensor/d1/power", ["stat_t": "u/p", "dev": ["ids": "d2"]])
        #expect(news.removed.map(\.foreignID) == ["d1"])
        #expect(news.described.map(\.address.foreignID) == ["d2"])
    }

    @Test func withoutADeviceAnEntityIsOne() {
        var sample = HomeAssistantSample()
        #expect(
            sample.hear("sensor/a", ["stat_t": "u/a", "uniq_id": "id-1"]).described.last?.address.foreignID == "id-1")
        #expect(sample.hear("sensor/n/b", ["stat_t": "u/b"]).described.last?.address.foreignID == "sensor/n/b")
    }

    @Test func sharedUniqueIDsDisturbNobody() throws {
        var sample = HomeAssistantSample()
        let same: JSONValue = ["name": "Relay", "cmd_t": "u/1/set", "stat_t": "u/1", "uniq_id": "x", "dev": Self.block]
        let other: JSONValue = [
            "name": "Relay", "cmd_t": "u/2/set", "stat_t": "u/2", "uniq_id": "x", "dev": Self.block,
        ]
        _ = sample.hear("switch/d1/1", same)
        let model = try #require(sample.hear("switch/d1/2", other).described.last?.model)
        #expect(model.capabilityLines == ["relay switch rw", "relay switch.relay rw"])
        #expect(model.told(PartID("relay"), "switch.relay", .boolean(true)) == ["u/2/set ON"])
    }

    @Test func twoDevicesWithOneIDAreOneDevice() {
        var sample = HomeAssistantSample()
        let first = sample.hear("sensor/a/t", ["name": "T", "stat_t": "u/a", "dev": ["ids": "same", "name": "A"]])
        let second = sample.hear("sensor/b/t", ["name": "T", "stat_t": "u/b", "dev": ["ids": "same", "name": "B"]])
        #expect(first.described.last?.address == second.described.last?.address)
        #expect(second.described.last?.model.capabilityLines == ["main text.t r", "main text.t-2 r"])
    }

    @Test(arguments: ["u/x~", "u/~", "u/~/x", "u/x"]) func tildesOfTheirOwnSurviveBeingKept(topic: String) throws {
        var sample = HomeAssistantSample()
        _ = sample.hear("sensor/d1/a", ["name": "A", "stat_t": "u/x/a", "dev": Self.block])
        let news = sample.hear("sensor/d1/b", ["name": "B", "stat_t": .text(topic), "dev": Self.block])
        let (address, model, native) = try #require(news.described.last)
        let again = try #require(Dialects.model(of: address, native: native))
        #expect(again.topics.map(\.topic) == model.topics.map(\.topic))
        #expect(again.topics.map(\.topic).contains(topic))
    }

    @Test func aMigrationIsWaitedFor() {
        var sample = HomeAssistantSample()
        _ = sample.hear("sensor/d1/power", Self.power())
        #expect(sample.hear("sensor/d1/power", ["migr_discvry": true]).isEmpty)
    }

    @Test func withoutAvailabilityADeviceIsThere() throws {
        var sample = HomeAssistantSample()
        let news = sample.hear("sensor/d1/power", Self.power())
        #expect(news.availabilities.values.map(\.rawValue) == ["ready"])
        // The network may have been lost since, and nothing else will tell.
        let again = sample.hear("sensor/d1/power", Self.power())
        #expect(again.described.count == 1 && again.availabilities.values.map(\.rawValue) == ["ready"])
        let told = sample.hear("sensor/d1/power", ["stat_t": "u/p", "avty_t": "u/lwt", "dev": Self.block])
        #expect(told.availabilities.isEmpty && told.described.count == 1)
        let same = sample.hear("sensor/d1/power", ["stat_t": "u/p", "avty_t": "u/lwt", "dev": Self.block])
        #expect(same.availabilities.isEmpty)
    }

    @Test(arguments: [
        "u/ha/sensor/a b/config", "u/ha/sen.sor/a/config", "u/ha/sensor//config", "u/ha/sensor/é/x/config",
    ])
    func topicsOfOtherFormsAreFindings(topic: String) {
        var announcements = HomeAssistantAnnouncements(root: "u")
        #expect(announcements.hear(topic, "{}").findings.map(\.error.code) == ["badField"])
    }
}
