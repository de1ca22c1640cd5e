import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct AccessoryListingTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func pairing(
        state: DevicePairing.State = .paired, trouble: DevicePairingTroubleBody? = nil, devices: [PairedDeviceBody] = []
    ) -> DevicePairingBody {
        DevicePairingBody(
            id: DeviceID("homekit-aa" as StaticString), link: .homeKit, address: "aa:bb:cc:dd:ee:ff",
            name: "Desk\u{1B}",
            model: "L-1", category: "light", state: state, trouble: trouble, devices: devices,
            pairedAt: now - .hours(3))
    }

    private func service(_ offer: PairingOffer) -> DiscoveredBody {
        DiscoveredBody(
            id: DeviceID("homekit-bb" as StaticString), link: "_hap._tcp", address: nil, name: "Lamp",
            manufacturer: nil,
            model: nil, category: "light", isPaired: offer == .elsewhere, availability: nil, addresses: [],
            firstSeen: now, lastSeen: now, isAdoptable: false, asksForPurpose: [], pairing: offer)
    }

    private func lines(_ pairings: [DevicePairingBody], others: [DiscoveredBody] = []) -> [String] {
        AccessoryListing(now: now).lines(pairings, others: others, limit: nil).map(\.plain)
    }

    @Test func connectedAccessoryIsShownWithItsDevicesAndTheCommandThatAdoptsOne() {
        let devices = [
            PairedDeviceBody(id: DeviceID("desk" as StaticString), name: "Desk lamp", isAdopted: true),
            PairedDeviceBody(id: DeviceID("aa-2" as StaticString), name: "Window", isAdopted: false),
        ]
        #expect(
            lines([pairing(devices: devices)]) == [
                "homekit-aa  Desk\\u{1b}", "  connected · L-1 · light · aa:bb:cc:dd:ee:ff · paired 3 h ago",
                "  devices: Desk lamp (desk)", "  → Window: tomte devices adopt aa-2",
            ])
    }

    @Test func troubleAndUnfinishedStatesAreExplained() {
        let trouble = DevicePairingTroubleBody(code: "notFound", detail: "The accessory is not announced.")
        #expect(lines([pairing(trouble: trouble)]).contains("  ! The accessory is not announced."))
        #expect(lines([pairing(state: .removing, trouble: trouble)])[1].hasPrefix("  being removed · "))
        let unfinished = lines([pairing(state: .unfinished)])
        #expect(unfinished.contains { $0.contains("then pair it again") })
        #expect(!unfinished.contains { $0.contains("tomte devices list") })
    }

    @Test func announcedAccessoryIsShownWithWhatCanBeDone() {
        #expect(lines([], others: [service(.available)]).last == "  → tomte homekit pair homekit-bb")
        #expect(lines([], others: [service(.elsewhere)]).last?.contains("paired with another controller") == true)
        #expect(lines([]) == ["No HomeKit accessory is paired, and none is announced on the network."])
        let listed = DiscoveredListing(now: now).lines([service(.available)], limit: nil).map(\.plain)
        #expect(listed.last == "  → tomte homekit pair homekit-bb")
    }

    @Test(arguments: [50, 80]) func listingFitsTheTerminal(columns: Int) {
        let trouble = DevicePairingTroubleBody(code: "notFound", detail: String(repeating: "word ", count: 30))
        let lines = AccessoryListing(now: now).lines(
            [pairing(trouble: trouble)], others: [service(.elsewhere)], limit: columns)
        #expect(lines.allSatisfy { $0.width <= columns })
    }

    @Test(arguments: [
        ("031-45-154", true), ("03145154", true), ("0314 5154", true), ("X-HM://0023B6WQLAB1C", true), ("x-hm:", true),
        ("Desk lamp", false), ("lamp-8", false), ("homekit-aa-bb-cc-dd-ee-01", false), ("1234567", false), ("", false),
    ])
    func setupCodesAreRecognised(text: String, isCode: Bool) { #expect(SetupCodeText.looksLikeCode(text) == isCode) }

    @Test func controllersAreShownWithWhatTheyMay() {
        let key = String(repeating: "0", count: 64)
        let table = ControllerTable.table([
            DeviceControllerBody(identifier: "OWN", publicKey: key, isAdministrator: true, isOwn: true),
            DeviceControllerBody(identifier: "HUB", publicKey: key, isAdministrator: false, isOwn: false),
        ])
        let lines = table.lines(limit: nil).map(\.plain)
        #expect(lines[1].hasPrefix("OWN") && lines[1].contains("add controllers") && lines[1].contains("this gateway"))
        #expect(lines[2].hasPrefix("HUB") && lines[2].contains("command") && !lines[2].contains("gateway"))
    }
}
