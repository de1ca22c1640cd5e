import HomeModel
import Testing

@testable import TomteCommands

struct KeyRotationSheetTests {
    private static let sheet = KeyRotationSheet(
        KeyRotationPlan(overlap: nil, items: []), minute: { "minute \($0.milliseconds)" }, note: "")

    private static func device(
        _ effect: KeyRotationPlan.Effect = .setUpAgain, isDone: Bool = false, isIssued: Bool? = nil,
        isCutOff: Bool? = nil, mac: MACAddress? = nil
    ) -> KeyRotationPlan.Item {
        KeyRotationPlan.Item(
            kind: .device, id: "fridge", name: "Fridge", effect: effect, isDone: isDone, isIssued: isIssued,
            isCutOff: isCutOff, setup: KeyRotationPlan.Setup(dialect: DeviceFamily(rawValue: "tasmota"), mac: mac))
    }

    private static let devices: [(item: KeyRotationPlan.Item, words: String, hasCommand: Bool)] = [
        (device(isIssued: false), "Set it up again", true), (device(isIssued: true), "has not connected", true),
        (device(isDone: true, isIssued: true), "has connected with its new certificate", false),
        (device(.notRotated), "Its password stays", true),
        (device(isIssued: false, isCutOff: true), "its certificate is not valid any more", true),
    ]

    @Test(arguments: devices)
    func deviceIsDoneWhenItHasConnected(item: KeyRotationPlan.Item, words: String, hasCommand: Bool) {
        #expect(Self.sheet.texts(of: item).joined().contains(words))
        #expect((Self.sheet.command(for: item) != nil) == hasCommand)
    }

    @Test func commandNamesTheFamilyTheAddressAndTheKindOfCredential() {
        let item = Self.device(mac: MACAddress("A4:CF:12:00:1B:2C"))
        #expect(
            Self.sheet.command(for: item)
                == "tomte devices provision fridge --dialect tasmota --mac A4:CF:12:00:1B:2C --certificate")
        #expect(
            Self.sheet.command(for: Self.device(.notRotated))
                == "tomte devices provision fridge --dialect tasmota --password")
    }

    @Test(
        arguments: [
            (0, "No device is cut off"), (1, "device-0 will be cut off"),
            (2, "2 devices will be cut off until they are set up again: device-0, device-1."),
            (10, "device-7 and 2 more."),
        ] as [(Int, String)])
    func questionBeforeTheEndNamesWhatItCutsOff(count: Int, words: String) {
        let items = (0..<count).map { index in
            KeyRotationPlan.Item(
                kind: .device, id: "device-\(index)", name: nil, effect: .setUpAgain, isDone: false, isIssued: false)
        }
        // It has a new certificate already, and only has to connect with it.
        let plan = KeyRotationPlan(overlap: nil, items: items + [Self.device(isIssued: true)])
        let sheet = KeyRotationSheet(plan, minute: { "\($0.milliseconds)" }, note: "")
        #expect(sheet.endingQuestion.contains(words))
    }

    @Test func namesOfManyDevicesBehindABridgeFitATerminal() {
        let names = Array(repeating: "Hall smoke alarm", count: 8).joined(separator: ", ")
        let item = KeyRotationPlan.Item(kind: .device, id: "zigbee", name: names, effect: .notRotated, isDone: false)
        let lines = Self.sheet.title(of: item, limit: 80)
        #expect(lines.count > 1 && lines.allSatisfy { $0.width <= 80 })
        #expect(lines.map(\.plain).joined().contains("(zigbee)"))
        #expect(Self.sheet.title(of: item, limit: nil).map(\.plain) == ["  \(names) (zigbee)"])
    }

    @Test func clientHasItsPersonAndWhenItWasSeen() {
        let times: [(Timestamp?, String)] = [
            (Timestamp(milliseconds: 2), "olga, last seen minute 2"), (nil, "olga, paired minute 1"),
        ]
        for (lastSeen, words) in times {
            let use = KeyRotationPlan.ClientUse(
                person: PersonID("olga"), pairedAt: Timestamp(milliseconds: 1), lastSeen: lastSeen)
            let item = KeyRotationPlan.Item(
                kind: .client, id: "c", name: "Chromium on Linux", effect: .trustAgain, isDone: false, use: use)
            #expect(Self.sheet.texts(of: item).first == words)
        }
    }
}
