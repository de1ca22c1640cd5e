import DeviceFixtures
import SeededRandom
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct HomeAssistantDiscoveryTests {
    private static let block: JSONValue = ["ids": ["d1"], "name": "Lamp", "mf": "Maker", "mdl": "L1"]

    private static func power(_ object: String = "power") -> JSONValue {
        [
            "name": "Power", "stat_t": .text("u/d/\(object)"), "unit_of_meas": "W", "dev_cla": "power", "uniq_id": "p",
            "dev": block,
        ]
    }

    @Test func abbreviatedAndFullKeysAreEquivalent() throws {
        let short = try HomeAssistantSample.device(
            "switch", fields: ["stat_t": "u/s", "cmd_t": "u/c", "pl_on": "1", "pl_off": "0", "avty_t": "u/a"])
        let long = try HomeAssistantSample.device(
            "switch",
            fields: [
                "state_topic": "u/s", "command_topic": "u/c", "payload_on": "1", "payload_off": "0",
                "availability_topic": "u/a",
            ])
        #expect(short.description == long.description)
        #expect(short.topics.map(\.topic) == long.topics.map(\.topic))
        #expect(short.told(.main, capability: "switch", value: .boolean(true)) == ["u/c 1"])
        #expect(long.told(.main, capability: "switch", value: .boolean(true)) == ["u/c 1"])
    }

    @Test(
        arguments: [
            ("u/x", "~/state", "u/x/state"), ("u/x/", "~state", "u/x/state"), ("x/state", "u/~", "u/x/state"),
            ("u", "~/a~b", "u/a~b"), ("u/x", "u/y", "u/y"),
        ])
    func tildeIsExpandedAtEitherEnd(base: String, topic: String, whole: String) throws {
        let model = try HomeAssistantSample.device("sensor", fields: ["~": .text(base), "stat_t": .text(topic)])
        #expect(model.topics.map(\.topic) == [whole])
    }

    @Test func componentAndDeviceFormsDescribeTheSameDevice() throws {
        var (single, whole) = (HomeAssistantSample(), HomeAssistantSample())
        let lamp: JSONValue = ["name": .null, "stat_t": "u/d/on", "cmd_t": "u/d/on/set", "dev": Self.block]
        _ = single.receive("sensor/d1/power", payload: Self.power())
        let events = single.receive("switch/d1/on", payload: lamp)
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
        let other = whole.receive("device/d1", payload: device)
        let (left, right) = (try #require(events.described.last), try #require(other.described.last))
        #expect(left.address == right.address)
        #expect(left.model.description == right.model.description)
        #expect(left.native == right.native)
        #expect(left.model.capabilityLines == ["main power r", "main switch rw"])
    }

    @Test func entityOrderDoesNotChangeTheDevice() throws {
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
            for (path, fields) in messages {
                last = sample.receive(path, payload: fields).described.last?.native ?? last
            }
            seen.insert(try #require(last))
        }
        #expect(seen.count == 1)
    }

    /// A device that repeats the messages of all its entities is described again once, not once for each entity.
    @Test func repeatedAnnouncementsDescribeTheDeviceOnce() {
        var sample = HomeAssistantSample()
        for entity in ["a", "b", "c"] { _ = sample.receive("sensor/d1/\(entity)", payload: Self.power(entity)) }
        let again = ["a", "b", "c"].flatMap { sample.receive("sensor/d1/\($0)", payload: Self.power($0)) }
        #expect(again.described.map { $0.model.description.parts.flatMap(\.capabilities).count } == [3])
        #expect(sample.receive("sensor/d1/power", payload: Self.power("other")).described.count == 1)
    }

    @Test func emptyPayloadRemovesAnEntity() throws {
        var sample = HomeAssistantSample()
        _ = sample.receive("sensor/d1/power", payload: Self.power())
        let both = sample.receive("switch/d1/on", payload: ["stat_t": "u/on", "dev": Self.block])
        let address = try #require(both.described.last?.address)
        #expect(sample.clear("switch/d1/on").described.last?.model.capabilityLines == ["main power r"])
        #expect(sample.clear("sensor/d1/power").removed == [address])
        #expect(sample.clear("sensor/d1/power").isEmpty)
    }

    /// The device may not repeat its availability after it is announced again, so the availability is unknown.
    @Test func deviceAnnouncedAgainHasUnknownAvailability() throws {
        var sample = HomeAssistantSample()
        let power: JSONValue = ["stat_t": "u/p", "avty_t": "u/lwt", "dev": Self.block]
        let address = try #require(sample.receive("sensor/d1/power", payload: power).described.first?.address)
        #expect(sample.clear("sensor/d1/power").removed == [address])
        let back = sample.receive("sensor/d1/power", payload: power)
        #expect(back.described.count == 1 && back.availabilities == [address: .unknown])
        #expect(sample.receive("sensor/d1/power", payload: power).availabilities.isEmpty)
        _ = sample.clear("sensor/d1/power")
        #expect(sample.receive("sensor/d1/power", payload: Self.power()).availabilities == [address: .ready])
    }

    /// Clearing the topic of a known device would remove the device.
    @Test func invalidMessageOfAKnownDeviceIsNotUnusable() {
        var sample = HomeAssistantSample()
        let foreign: JSONValue = ["stat_t": "v/p", "dev": Self.block]
        #expect(sample.receive("sensor/d1/power", payload: foreign).findings.map(\.isUnusable) == [true])
        #expect(sample.receive("sensor/d1/power", payload: 7).findings.map(\.isUnusable) == [true])
        _ = sample.receive("sensor/d1/power", payload: Self.power())
        #expect(sample.receive("sensor/d1/power", payload: foreign).findings.map(\.isUnusable) == [false])
        #expect(sample.receive("sensor/d1/power", payload: 7).findings.map(\.isUnusable) == [false])
        _ = sample.clear("sensor/d1/power")
        #expect(sample.receive("sensor/d1/power", payload: 7).findings.map(\.isUnusable) == [true])
    }

    @Test func componentWithOnlyAPlatformIsRemoved() {
        var sample = HomeAssistantSample()
        let one: JSONValue = ["p": "sensor", "stat_t": "u/a", "name": "One"]
        _ = sample.receive(
            "device/d1", payload: ["dev": Self.block, "cmps": ["a": one, "b": ["p": "sensor", "stat_t": "u/b"]]])
        let events = sample.receive(
            "device/d1", payload: ["dev": Self.block, "cmps": ["a": one, "b": ["p": "sensor"]]])
        #expect(events.described.last?.model.capabilityLines == ["main text.one r"])
        let gone = sample.receive("device/d1", payload: ["dev": Self.block, "cmps": ["a": ["p": "sensor"]]])
        #expect(gone.removed.count == 1)
    }

    @Test func entityCanMoveToAnotherDevice() {
        var sample = HomeAssistantSample()
        _ = sample.receive("sensor/d1/power", payload: Self.power())
        let events = sample.receive("sensor/d1/power", payload: ["stat_t": "u/p", "dev": ["ids": "d2"]])
        #expect(events.removed.map(\.foreignID) == ["d1"])
        #expect(events.described.map(\.address.foreignID) == ["d2"])
    }

    @Test func entityWithoutDeviceBlockIsADevice() {
        var sample = HomeAssistantSample()
        #expect(
            sample.receive("sensor/a", payload: ["stat_t": "u/a", "uniq_id": "id-1"]).described.last?.address.foreignID
                == "id-1"
        )
        #expect(
            sample.receive("sensor/n/b", payload: ["stat_t": "u/b"]).described.last?.address.foreignID == "sensor/n/b")
    }

    @Test func entitiesWithEqualUniqueIDsAreBothKept() throws {
        var sample = HomeAssistantSample()
        let same: JSONValue = ["name": "Relay", "cmd_t": "u/1/set", "stat_t": "u/1", "uniq_id": "x", "dev": Self.block]
        let other: JSONValue = [
            "name": "Relay", "cmd_t": "u/2/set", "stat_t": "u/2", "uniq_id": "x", "dev": Self.block,
        ]
        _ = sample.receive("switch/d1/1", payload: same)
        let model = try #require(sample.receive("switch/d1/2", payload: other).described.last?.model)
        #expect(model.capabilityLines == ["relay switch rw", "relay switch.relay rw"])
        #expect(model.told(PartID("relay"), capability: "switch.relay", value: .boolean(true)) == ["u/2/set ON"])
    }

    @Test func devicesWithEqualIDsAreMerged() {
        var sample = HomeAssistantSample()
        let first = sample.receive(
            "sensor/a/t", payload: ["name": "T", "stat_t": "u/a", "dev": ["ids": "same", "name": "A"]])
        let second = sample.receive(
            "sensor/b/t", payload: ["name": "T", "stat_t": "u/b", "dev": ["ids": "same", "name": "B"]])
        #expect(first.described.last?.address == second.described.last?.address)
        #expect(second.described.last?.model.capabilityLines == ["main text.t r", "main text.t-2 r"])
    }

    @Test(arguments: ["u/x~", "u/~", "u/~/x", "u/x"]) func storedTopicsKeepLiteralTildes(topic: String) throws {
        var sample = HomeAssistantSample()
        _ = sample.receive("sensor/d1/a", payload: ["name": "A", "stat_t": "u/x/a", "dev": Self.block])
        let events = sample.receive("sensor/d1/b", payload: ["name": "B", "stat_t": .text(topic), "dev": Self.block])
        let (address, model, native) = try #require(events.described.last)
        let again = try #require(DeviceFamilies.model(of: address, native: native))
        #expect(again.topics.map(\.topic) == model.topics.map(\.topic))
        #expect(again.topics.map(\.topic).contains(topic))
    }

    @Test func migrationMessageChangesNothing() {
        var sample = HomeAssistantSample()
        _ = sample.receive("sensor/d1/power", payload: Self.power())
        #expect(sample.receive("sensor/d1/power", payload: ["migr_discvry": true]).isEmpty)
    }

    @Test func deviceWithoutAvailabilityTopicIsReady() throws {
        var sample = HomeAssistantSample()
        let events = sample.receive("sensor/d1/power", payload: Self.power())
        #expect(events.availabilities.values.map(\.rawValue) == ["ready"])
        // The device may have been reported lost in between, and no other message reports it ready.
        let again = sample.receive("sensor/d1/power", payload: Self.power())
        #expect(again.described.count == 1 && again.availabilities.values.map(\.rawValue) == ["ready"])
        let withTopic = sample.receive(
            "sensor/d1/power", payload: ["stat_t": "u/p", "avty_t": "u/lwt", "dev": Self.block])
        #expect(withTopic.availabilities.isEmpty && withTopic.described.count == 1)
        let repeated = sample.receive(
            "sensor/d1/power", payload: ["stat_t": "u/p", "avty_t": "u/lwt", "dev": Self.block])
        #expect(repeated.availabilities.isEmpty)
    }

    @Test(arguments: [
        "u/ha/sensor/a b/config", "u/ha/sen.sor/a/config", "u/ha/sensor//config", "u/ha/sensor/é/x/config",
    ])
    func malformedDiscoveryTopicsAreFindings(topic: String) {
        var parser = HomeAssistantDiscoveryParser(root: "u")
        #expect(parser.receive(topic, payload: "{}").findings.map(\.error.code) == ["badField"])
    }
}
