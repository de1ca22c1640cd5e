import DeviceFixtures
import DeviceProtocols
import Testing

@Suite struct HomieTopicTests {
    private static let path = HomiePropertyPath(node: "light", property: "power")

    @Test(
        arguments: [
            ("$state", .state), ("$description", .description), ("light/power", .value(path)),
            ("light/power/$target", .target(path)), ("light/power/set", .set(path)),
            ("$alert/battery", .alert("battery")),
            ("$log/warn", .other), ("light/power/$later", .other), ("$alert/$reserved", .other),
        ] as [(String, HomieTopic.Kind)])
    func deviceTopicsAreParsed(suffix: String, kind: HomieTopic.Kind) throws {
        let topic = try HomieTopic("u1/5/lamp/\(suffix)")
        #expect(topic == HomieTopic(domain: "u1", device: "lamp", kind: kind))
        if kind != .other { #expect(topic.description == "u1/5/lamp/\(suffix)") }
    }

    @Test(arguments: [
        "", "/", "u", "u/5", "u/5/lamp", "u/4/lamp/$state", "u/5/Lamp/$state", "u/5//$state", "/5/lamp/$state",
        "u/5/lamp/", "u/5/lamp/light", "u/5/lamp/light/", "u/5/lamp//power", "u/5/lamp/light/power/get",
        "u/5/lamp/light/power/set/", "u/5/lamp/light/pöwer", "u/5/$broadcast/alert", "u/5/lamp/+/power",
        "u/5/lamp/light/power#", "u v/5/lamp/$state", "u/5/la\u{0}mp/$state",
    ])
    func malformedTopicIsRefused(topic: String) {
        #expect(throws: DialectError.self) { try HomieTopic(topic) }
    }

    @Test func oversizedTopicIsRefused() {
        let long = String(repeating: "a", count: 100_000)
        #expect(throws: DialectError.self) { try HomieTopic("u/5/\(long)/$state") }
        #expect(throws: DialectError.self) { try HomieTopic("u/5/lamp/" + String(repeating: "/", count: 60_000)) }
    }
}
