import DeviceProtocols
import HomeModel
import Testing

@testable import MQTTLink

@Suite struct TopicFindingTests {
    private static let stranger = LinkAddress(kind: .homie5, foreignID: "lamp", root: "victim")

    /// The keys are stored in audit logs and searched in logs.
    @Test func locationOfAFindingIsItsTopicWithTheKeysOfEarlierVersions() {
        let finding = LinkFinding.retainedCommand(on: "u/cmnd/POWER")
        #expect(finding.location.text == "u/cmnd/POWER" && finding.location.root == "u")
        #expect(finding.source.auditKey == "topic" && finding.source.logKey == "mqtt.topic")
    }

    /// Otherwise one Tasmota device could hide the findings of all others, which share the first level.
    @Test(arguments: [
        ("tasmota/discovery/A4CF12001B2C/config", "tasmota/discovery/A4CF12001B2C"),
        ("tasmota/discovery/A4CF12001B2C/config/more", "tasmota/discovery/A4CF12001B2C"),
        ("tasmota/discovery/A4CF12001B2C", "tasmota/discovery/A4CF12001B2C"), ("tasmota/discovery", "tasmota"),
        ("tasmota/discoveries/A4CF12001B2C/config", "tasmota"), ("u/tasmota/discovery/A4CF12001B2C", "u"), ("u", "u"),
    ])
    func rootOfALocationBelongsToOneDevice(topic: String, root: String) {
        #expect(LinkFinding.Location.topic(topic).root == root)
    }

    @Test(arguments: [
        (LinkFinding.retainedCommand(on: "u/cmnd/POWER"), "retainedCommand", true, true),
        (.impostor(stranger, on: "u/homie/lamp"), "impostor", true, true),
        (.brokerMemoryExhausted(below: "u", bytes: 50 << 20), "memoryTaken", true, false),
        (.disconnected("u", because: "It was slow."), "disconnected", false, false),
        (
            LinkFinding(DiscoveryFinding(topic: "u/x", .foreignTopic(EscapedText("v/x")), isUnusable: true)),
            "foreignTopic", true, true
        ),
        (LinkFinding(DiscoveryFinding(topic: "u/x", .notJSON)), "notJSON", false, false),
    ])
    func findingIsDangerousOnlyIfItMayBeAnAttack(
        _ finding: LinkFinding, code: String, isDangerous: Bool, isKept: Bool
    ) {
        #expect(finding.code == code && finding.isDangerous == isDangerous && finding.isKept == isKept)
        #expect(finding.source == .mqtt && finding.location.root == "u")
    }
}
