import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct DeviceFamiliesTests {
    @Test func namesAndDialectsAreUnique() {
        #expect(Set(DeviceFamily.allCases).count == DeviceFamilies.all.count)
        #expect(Set(LinkKind.allCases).count == LinkKind.allCases.count)
        #expect(DeviceFamilies.all.allSatisfy { !$0.linkKinds.isEmpty && !$0.reservedRoots.isEmpty })
    }

    /// The API, the database and the scripts of people contain these words, so none of them may change.
    @Test func wordsAreThoseOfTheAPI() {
        let families = ["tasmota", "shelly", "esphome", "zigbee2mqtt", "homie", "generic"]
        let kinds = [
            "archive", "esphome", "homeAssistant", "homeKit", "homie4", "homie5", "matter", "shelly", "tasmota",
            "zigbee2mqtt",
        ]
        #expect(DeviceFamily.allCases.map(\.rawValue) == families)
        #expect(LinkKind.allCases.map(\.rawValue).sorted() == kinds)
    }

    @Test(arguments: [
        ("homie5", 6), ("zigbee2mqtt", 5), ("tasmota", 5), ("shelly", 5), ("homie4", 4), ("esphome", 3),
        ("homeAssistant", 2), ("archive", 0), ("unknown", 0),
    ])
    func dialectHasADetailLevel(kind: String, level: Int) {
        #expect(DeviceFamilies.detailLevel(of: LinkKind(rawValue: kind)) == level)
    }

    @Test(arguments: [
        "tasmota", "homie", "homeassistant", "zigbee2mqtt", "esphome", "shelly", "shellies", "cmnd", "stat", "tele",
        "tomte", "tomte-probe",
    ])
    func sharedRootTopicsAreReserved(root: String) { #expect(DeviceFamilies.isReserved(root)) }

    @Test(arguments: ["plug", "tomten", "tasmota-1"])
    func otherRootTopicsAreNotReserved(root: String) { #expect(!DeviceFamilies.isReserved(root)) }

    @Test func everyDiscoveryTreeLiesBelowAReservedRoot() {
        for tree in DeviceFamilies.discoveryTrees { #expect(DeviceFamilies.isReserved(tree.root)) }
    }

    @Test(arguments: [
        ("tasmota/discovery/A4CF12001B2C/config", "A4CF12001B2C"), ("tasmota/discovery/A4CF12001B2C", nil),
        ("tasmota/discovery", nil), ("tasmota/discoveries/A4CF12001B2C/config", nil),
        ("tasmota/discovery/A4CF12001B2C/config/more", nil),
    ])
    func branchIsTheLevelBelowTheTree(topic: String, branch: String?) {
        let tree = DiscoveryTree(topic: "tasmota/discovery")
        #expect(tree.branch(containing: TopicName.levels(topic)).map(String.init) == branch)
    }

    @Test func unknownKindHasNoModel() {
        let address = LinkAddress(kind: LinkKind(rawValue: "unknown"), foreignID: "x", root: "x")
        #expect(DeviceFamilies.model(of: address, native: "{}") == nil)
        #expect(DeviceFamilies.model(of: LinkAddress(kind: .archive, foreignID: "x", root: "x"), native: "{}") == nil)
    }
}
