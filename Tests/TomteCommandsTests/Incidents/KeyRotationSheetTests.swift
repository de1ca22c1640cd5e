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

    @Test func namesOfManyDevicesBehindABridgeFitATerminal() {
        let names = Array(repeating: "Hall smoke alarm", count: 8).joined(separator: ", ")
        let item = KeyRotationPlan.Item(kind: .device, id: "zigbee", name: names, effect: .notRotated, isDone: false)
        let lines = Self.sheet.title(of: item, limit: 80)
        #expect(lines.count > 1 && lines.allSatisfy { $0.width <= 80 })
        #expect(lines.map(\.plain).joined().contains("(zigbee)"))
        #expect(Self.sheet.title(of: item, limit: nil).map(\.plain) == ["  \(names) (zigbee)"])
    }

    @Test func questionNamesWhatIsCutOffAndCountsTheRest() {
        let client = KeyRotationPlan.Item(
            kind: .client, id: "c", name: "Chromium on Linux", effect: .trustAgain, isDone: false)
        let plan = KeyRotationPlan(
            overlap: nil,
            items: Array(repeating: Self.device(), count: 12) + [
                Self.device(isDone: true), Self.device(isIssued: true), Self.device(.notRotated), client,
            ])
        let sheet = KeyRotationSheet(plan, minute: { "minute \($0.milliseconds)" }, note: "")
        let end = sheet.consequences(of: .finishRotation).map(\.plain)
        #expect(end.first == "Devices that are cut off: 12 of 14.")
        #expect(end.count { $0 == "  Fridge (fridge)" } == KeyRotationSheet.mostNames && end.contains("  … and 2 more"))
        let begin = sheet.consequences(of: .rotateKeys).map(\.plain)
        #expect(
            begin == [
                "Devices that must be set up again within 14 days: 13.",
                "Phones, browsers and terminals that must trust the new web root: 1.",
                "tomte incident keys lists all of them.",
            ])
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
