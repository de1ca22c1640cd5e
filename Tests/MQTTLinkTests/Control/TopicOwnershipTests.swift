import SeededRandom
import DeviceProtocols
import HomeModel
import MosquittoTransport
@testable import MQTTLink
import Testing

@Suite struct TopicOwnershipTests {
    private static let mac = "a4cf12001b2c"
    private static let own = TopicOwnership { $0 == mac ? "plug" : nil }

    private static func tasmota(_ root: String, mac: String = mac) -> LinkAddress {
        LinkAddress(kind: .tasmota, foreignID: mac, root: root)
    }

    private static func homie(_ root: String) -> LinkAddress { LinkAddress(kind: .homie5, foreignID: "x", root: root) }

    /// The device that a message announces, the topic of the message, and whether the announcement is accepted on the
    /// gateway's own broker and on an external broker.
    @Test(
        arguments: [
            (homie("lamp"), "lamp/5/x/$state", true, true),
            (homie("lamp"), "lamps/5/x/$state", false, false),
            (homie("lamp"), "other/5/x/$state", false, false),
            (homie("lamp"), "lamp", false, false),
            (homie("lamp"), "", false, false),
            (homie("lamp"), "/lamp/5/x", false, false),
            (tasmota("plug"), "tasmota/discovery/A4CF12001B2C/config", true, true),
            (tasmota("plug"), "tasmota/discovery/A4CF12001B2C/sensors", true, true),
            (tasmota("other"), "tasmota/discovery/A4CF12001B2C/config", false, true),
            (tasmota("plug", mac: "a4cf12001b2d"), "tasmota/discovery/A4CF12001B2D/config", false, true),
            // The topic contains another hardware address, or the device is not a Tasmota.
            (tasmota("plug"), "tasmota/discovery/A4CF12001B2D/config", false, false),
            (homie("plug"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (homie("tasmota"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            // No device owns a shared tree, even if its configuration names one.
            (tasmota("tasmota"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (tasmota("homie"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (tasmota("tomte-control"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (tasmota("tasmota"), "tasmota/discovery/A4CF12001B2C", false, false),
            (tasmota("tasmota"), "tasmota/discovery", false, false),
            (tasmota("plug"), "tasmota/discoveries/A4CF12001B2C/config", false, false),
        ] as [(LinkAddress, String, Bool, Bool)])
    func announcementIsAcceptedOnlyFromItsOwner(address: LinkAddress, topic: String, isOurs: Bool, isExternal: Bool) {
        #expect(Self.own.mayAnnounce(address, topic: topic) == isOurs)
        #expect(TopicOwnership.unconfined.mayAnnounce(address, topic: topic) == isExternal)
    }

    /// A shared root belongs to no device, even if the ownership table assigns it to one.
    @Test(arguments: ["tasmota", "homie", "homeassistant", "zigbee2mqtt", "cmnd", "tomte-telemetry"])
    func sharedRootBelongsToNoDevice(root: String) {
        let ownership = TopicOwnership { _ in root }
        #expect(!ownership.mayAnnounce(Self.tasmota(root), topic: "tasmota/discovery/A4CF12001B2C/config"))
    }
}

/// The dialects do not know the transport, but the transport must accept every topic that they accept.
@Suite struct TopicRulesTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func topicsThatDialectsAcceptCanBeSubscribedTo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces =
            [
                "/", "a", "é", "+", "#", "+\u{301}", "#\u{200D}", "\u{202E}", "日", String(repeating: "/", count: 100),
                "%",
            ]
            + [0, 1, 0x7F, 0x85, 0xFDD0, 0xFFFE, 0x1_FFFF, 0x10_FFFD].compactMap(Unicode.Scalar.init).map { String($0) }
        for _ in 0..<2_000 {
            let topic = (0..<Int.random(in: 0...6, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let isPossible = Subscription(topicFilter: topic).fault == nil
            let hasWildcard = topic.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
            let isShort = topic.utf8.count <= TopicName.maximumBytes
            #expect(
                TopicName.isValid(topic) == (isPossible && isShort && !hasWildcard),
                "\(topic.debugDescription), seed \(seed)")
        }
    }
}
