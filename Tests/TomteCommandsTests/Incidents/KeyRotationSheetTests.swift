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
        (device(isIssued: false), "Set each of these up again", true),
        (device(isIssued: true), "have not connected", true),
        (device(isDone: true, isIssued: true), "have connected with their new certificates", false),
        (device(.notRotated), "The passwords of these stay", true),
        (device(isIssued: false, isCutOff: true), "their certificates are not valid any more", true),
        (device(isIssued: true, isCutOff: true), "have not connected with their new certificates yet", true),
    ]

    @Test(arguments: devices)
    func deviceIsDoneWhenItHasConnected(item: KeyRotationPlan.Item, words: String, hasCommand: Bool) {
        #expect(Self.sheet.advice(for: item).contains(words))
        #expect((KeyRotationSheet.command(for: item) != nil) == hasCommand)
    }

    @Test func commandNamesTheFamilyTheAddressAndTheKindOfCredential() {
        let item = Self.device(mac: MACAddress("A4:CF:12:00:1B:2C"))
        #expect(
            KeyRotationSheet.command(for: item)
                == "tomte devices provision fridge --dialect tasmota --mac A4:CF:12:00:1B:2C --certificate")
        #expect(
            KeyRotationSheet.command(for: Self.device(.notRotated))
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
        #expect(end.first == "Connections that are cut off: 12 of 14.")
        #expect(end.count { $0 == "  Fridge (fridge)" } == KeyRotationSheet.mostNames && end.contains("  … and 2 more"))
        let begin = sheet.consequences(of: .rotateKeys).map(\.plain)
        #expect(
            begin == [
                "Connections that must be set up again within 14 days: 13.",
                "Phones, browsers and terminals that must trust the new web root: 1.",
                "tomte incident keys --all lists all of them.",
            ])
    }

    private static let phone = KeyRotationPlan.Item(
        kind: .client, id: "c", name: "Chromium on Linux", effect: .trustAgain, isDone: false,
        use: KeyRotationPlan.ClientUse(person: PersonID("olga"), pairedAt: Timestamp(milliseconds: 1), lastSeen: nil))

    private static func ended(_ items: [KeyRotationPlan.Item], showsAll: Bool = false) -> [String] {
        KeyRotationSheet(
            KeyRotationPlan(overlap: nil, items: items), names: PersonNames(["olga": "Olga"]),
            minute: { "minute \($0.milliseconds)" }, note: "Times: UTC."
        ).lines(showsAll: showsAll, limit: nil).map(\.plain)
    }

    @Test func onlyWhatIsCutOffIsShownAfterTheEnd() {
        let items = [Self.device(), Self.device(isIssued: false, isCutOff: true), Self.phone]
        let cutOff = [
            "No rotation runs. 1 connection is cut off since the old keys ended.",
            "These cannot connect, because their certificates are not valid any more. Set each up again:",
            "! Fridge (fridge)", "      tomte devices provision fridge --dialect tasmota --certificate",
        ]
        #expect(Self.ended(items) == cutOff)
        #expect(
            Self.ended(items, showsAll: true) == cutOff + [
                "A new rotation would concern these:", "These would need new certificates:", "  Fridge (fridge)",
                "  Fridge (fridge)", "On these the new web root would have to be trusted, and a terminal paired again:",
                "  Chromium on Linux (c)", "    Olga, paired minute 1", "Times: UTC.",
            ])
    }

    @Test func prospectOfARotationHasNoCommands() {
        let lines = Self.ended([Self.device(), Self.device(.notRotated)])
        #expect(
            lines == [
                "No rotation runs.", "A new rotation would concern these:", "These would need new certificates:",
                "  Fridge (fridge)", "These would stay as they are:", "  Fridge (fridge)",
            ])
    }

    @Test func sentenceIsSaidOnceAboveWhatIsLeft() {
        let item = { (id: String, isDone: Bool) in
            KeyRotationPlan.Item(kind: .device, id: id, name: nil, effect: .setUpAgain, isDone: isDone)
        }
        let plan = KeyRotationPlan(
            overlap: KeyRotationOverlap(beganAt: Timestamp(milliseconds: 0)),
            items: [item("washer", false), item("lamp", true), item("fridge", false)])
        let lines = KeyRotationSheet(plan, minute: { _ in "then" }, note: "Times: UTC.")
            .lines(showsAll: false, limit: nil).map(\.plain)
        #expect(
            lines == [
                "New keys exist since then. 1 of 3 connections uses them. The old ones count until then. Times: UTC.",
                "Set each of these up again, with a new certificate:", "  fridge",
                "      tomte devices provision fridge --certificate", "  washer",
                "      tomte devices provision washer --certificate", "✓ Done: lamp.",
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
            #expect(Self.sheet.facts(of: item).first == words)
        }
    }
}
