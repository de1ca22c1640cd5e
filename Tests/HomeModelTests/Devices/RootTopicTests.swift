import HomeModel
import Testing

@Suite struct RootTopicTests {
    @Test(arguments: [
        "tasmota", "homie", "homeassistant", "zigbee2mqtt", "cmnd", "stat", "tele", "tomte", "tomte-probe",
    ])
    func sharedRootTopicsAreReserved(root: String) { #expect(RootTopic.isReserved(root)) }

    @Test(arguments: ["plug", "tomten", "tasmota-1"])
    func otherRootTopicsAreNotReserved(root: String) { #expect(!RootTopic.isReserved(root)) }
}
