import HomeModel
import Testing

@testable import MQTTLink

@Suite struct TopicOwnershipTests {
    private static let mac = "a4cf12001b2c"
    private static let own = TopicOwnership { $0 == mac ? "plug" : nil }

    private static func tasmota(_ root: String, _ mac: String = mac) -> LinkAddress {
        LinkAddress(kind: .tasmota, foreignID: mac, root: root)
    }

    private static func homie(_ root: String) -> LinkAddress { LinkAddress(kind: .homie5, foreignID: "x", root: root) }

    /// Who is spoken of, where it was said, and whether that is believed of our own broker and of somebody else's.
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
            (tasmota("plug", "a4cf12001b2d"), "tasmota/discovery/A4CF12001B2D/config", false, true),
            // It names another's address, or it is no Tasmota.
            (tasmota("plug"), "tasmota/discovery/A4CF12001B2D/config", false, false),
            (homie("plug"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (homie("tasmota"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            // Nobody has the tree itself, whatever a configuration names.
            (tasmota("tasmota"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (tasmota("homie"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (tasmota("tomte-control"), "tasmota/discovery/A4CF12001B2C/config", false, false),
            (tasmota("tasmota"), "tasmota/discovery/A4CF12001B2C", false, false),
            (tasmota("tasmota"), "tasmota/discovery", false, false),
            (tasmota("plug"), "tasmota/discoveries/A4CF12001B2C/config", false, false),
        ] as [(LinkAddress, String, Bool, Bool)])
    func whoMaySpeakOfWhom(address: LinkAddress, topic: String, isOurs: Bool, isExternal: Bool) {
        #expect(Self.own.mayAnnounce(address, topic) == isOurs)
        #expect(TopicOwnership.unconfined.mayAnnounce(address, topic) == isExternal)
    }

    /// Whatever the registers say.
    @Test(arguments: ["tasmota", "homie", "homeassistant", "zigbee2mqtt", "cmnd", "tomte-telemetry"])
    func aSharedRootIsNobodys(root: String) {
        let generous = TopicOwnership { _ in root }
        #expect(!generous.mayAnnounce(Self.tasmota(root), "tasmota/discovery/A4CF12001B2C/config"))
    }
}
