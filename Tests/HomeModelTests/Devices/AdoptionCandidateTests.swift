import DeviceProtocols
import HomeModel
import Testing

@Suite struct AdoptionCandidateTests {
    private static let bulb = HardwareID("00:15:8D:00:01:AB:CD:EF")
    private static let plug = HardwareID("A4:CF:12:00:00:01")

    private func found(
        _ kind: LinkKind, id: String, below root: String = "u", hardware: HardwareID?..., at time: Int64 = 0
    ) -> DiscoveredDevice {
        DiscoveredDevice(
            id: DeviceID(slugging: "\(root)-\(kind.rawValue)-\(id)", fallback: DeviceID("x")),
            address: LinkAddress(kind: kind, foreignID: id, root: root),
            description: DeviceDescription(name: id, parts: [], hardware: Set(hardware.compactMap(\.self))),
            nativeDescription: nil, availability: .unknown, firstSeen: Timestamp(milliseconds: time),
            lastSeen: Timestamp(milliseconds: time))
    }

    private func grouping(_ discovered: [DiscoveredDevice], adopted: [Device]) -> [AdoptionCandidate] {
        AdoptionCandidate.grouping(discovered, adopted: adopted, detailLevel: DeviceFamilies.detailLevel)
    }

    private func kinds(_ devices: [AdoptionCandidate]) -> [[LinkKind]] {
        devices.map { $0.all.map(\.address.kind) }.sorted { "\($0)" < "\($1)" }
    }

    @Test func deviceSeenInTwoDialectsIsOneCandidateInTheRicherDialect() {
        let devices = grouping(
            [
                found(.homeAssistant, id: "h", hardware: Self.bulb), found(.zigbee2mqtt, id: "z", hardware: Self.bulb),
                found(.tasmota, id: "t", hardware: Self.plug),
            ],
            adopted: [])
        #expect(kinds(devices) == [[.tasmota], [.zigbee2mqtt, .homeAssistant]])
        #expect(devices.allSatisfy { $0.rivals.isEmpty })
    }

    @Test func deviceBelowAnotherRootIsARivalAndASeparateCandidate() {
        let devices = grouping(
            [
                found(.zigbee2mqtt, id: "z", below: "bridge", hardware: Self.bulb),
                found(.homeAssistant, id: "h", below: "evil", hardware: Self.bulb),
            ],
            adopted: [])
        #expect(kinds(devices) == [[.homeAssistant], [.zigbee2mqtt]])
        #expect(devices.allSatisfy { $0.rivals.count == 1 })
    }

    @Test func devicesOfOneDialectWithTheSameHardwareAreRivals() {
        let devices = grouping(
            [found(.homeAssistant, id: "a", hardware: Self.plug), found(.homeAssistant, id: "b", hardware: Self.plug)],
            adopted: [])
        #expect(devices.count == 2 && devices.allSatisfy { $0.rivals.count == 1 })
    }

    @Test func adoptedDeviceIsACandidateOnlyBelowAnotherRoot() {
        let adopted = Device(
            id: DeviceID("bulb"), name: DisplayName("Bulb" as StaticString), room: nil,
            address: LinkAddress(kind: .zigbee2mqtt, foreignID: "z", root: "u"),
            description: DeviceDescription(name: "Bulb", parts: [], hardware: Set([Self.bulb].compactMap(\.self))),
            adoptedAt: Timestamp(milliseconds: 0))
        let candidates = grouping(
            [
                found(.homeAssistant, id: "h", hardware: Self.bulb),
                found(.homeAssistant, id: "h", below: "evil", hardware: Self.bulb),
            ],
            adopted: [adopted])
        #expect(candidates.map(\.best.address.root) == ["evil"])
        #expect(candidates.first?.rivals.map(\.root) == ["u", "u"])
    }

    @Test func devicesWithoutHardwareIDsAreSeparateCandidates() {
        #expect(
            grouping([found(.esphome, id: "a"), found(.homeAssistant, id: "a")], adopted: []).count
                == 2)
    }

    @Test(arguments: [
        ("AA:BB:CC:DD:EE:0F", "mac:aabbccddee0f"), ("aabbccddee0f", "mac:aabbccddee0f"),
        ("0x00158d0001abcdef", "ieee:00158d0001abcdef"), ("AA-BB-CC-DD-EE-0F", "mac:aabbccddee0f"),
    ])
    func hardwareIDsAreNormalised(text: String, expected: String) {
        #expect(HardwareID(text)?.description == expected)
    }

    @Test(arguments: [
        "", "00:00:00:00:00:00", "FFFFFFFFFFFF", "aabbccddeeff00", "aabbccddee0g", "ａabbccddee0f", "lamp",
    ])
    func invalidHardwareIDsAreRefused(text: String) { #expect(HardwareID(text) == nil) }
}
