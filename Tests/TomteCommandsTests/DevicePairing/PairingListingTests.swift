import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct PairingListingTests {
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

    private func node(_ kind: ServiceKind, pairing: PairingOffer?) -> DiscoveredBody {
        DiscoveredBody(
            id: DeviceID("node" as StaticString), link: kind.serviceType, address: nil, name: "DD200C20D25AE5F7",
            manufacturer: nil, model: kind == .matterCommissionable ? "Plug in lamp" : nil, category: nil,
            isPaired: nil, availability: nil, addresses: [], firstSeen: now, lastSeen: now, isAdoptable: false,
            asksForPurpose: [], pairing: pairing)
    }

    private func lines(
        _ pairings: [DevicePairingBody], others: [DiscoveredBody] = [], of kind: PairableProtocol = .homeKit
    ) -> [String] {
        PairingListing(kind: kind, now: now).lines(pairings, others: others, limit: nil).map(\.plain)
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
        #expect(unfinished.contains { $0.contains("completes or removes") })
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
        let lines = PairingListing(kind: .homeKit, now: now).lines(
            [pairing(trouble: trouble)], others: [service(.elsewhere)], limit: columns)
        #expect(lines.allSatisfy { $0.width <= columns })
    }

    @Test func nodesAreShownWithTheNameOfTheirMakerAndWhatCanBeDone() {
        let free = lines([], others: [node(.matterCommissionable, pairing: .available)], of: .matter)
        #expect(free == ["node  Plug in lamp", "  not paired here", "  → tomte matter commission node"])
        let foreign = lines([], others: [node(.matterOperational, pairing: .elsewhere)], of: .matter)
        #expect(foreign.last?.contains("share it from the app that has it") == true)
        #expect(lines([], of: .matter) == ["No Matter node is paired, and none is announced on the network."])
        let listed = DiscoveredListing(now: now).lines([node(.matterCommissionable, pairing: nil)], limit: nil)
        #expect(listed.last?.plain.contains("accepts no code now") == true)
        #expect(lines([pairing(state: .unfinished)], of: .matter).contains { $0.contains("it reaches the node") })
    }

    @Test(arguments: [
        ("031-45-154", PairableProtocol.homeKit), ("03145154", .homeKit), ("0314 5154", .homeKit),
        ("X-HM://0023B6WQLAB1C", .homeKit), ("x-hm:", .homeKit), ("34970112332", .matter), ("3497-011-2332", .matter),
        ("749701123365521327694", .matter), ("MT:Y.K9042C00KA0648G00", .matter), ("mt:", .matter),
        ("Desk lamp", nil), ("lamp-8", nil), ("homekit-aa-bb-cc-dd-ee-01", nil), ("1234567", nil), ("", nil),
        ("1234567890123456", nil), ("matter-1234567890123456", nil),
    ])
    func setupCodesAreRecognised(text: String, kind: PairableProtocol?) {
        #expect(PairableProtocol.allCases.filter { $0.looksLikeCode(text) } == [kind].compactMap(\.self))
    }

    @Test func everyAcceptableObstacleIsAValueOfAccept() {
        #expect(Set(AcceptedObstacle.allCases.map(\.obstacle)) == DevicePairingObstacle.acceptable)
        for obstacle in DevicePairingObstacle.allCases {
            #expect(
                AcceptedObstacle(obstacle)?.obstacle
                    == (DevicePairingObstacle.acceptable.contains(obstacle) ? obstacle : nil))
        }
    }

    @Test(arguments: [50, 80]) func sharedCodeIsShownWithItsEndAndWhatItMeans(columns: Int) {
        let sharing = DeviceSharingBody(
            code: "34970112332", payload: "MT:Y.K9042C00KA0648G00", qr: [], expiresAt: now + .seconds(600))
        let lines = SharingSheet(of: sharing, for: pairing(), clock: HomeClockText(zone: .gmt)).lines(limit: columns)
        let text = lines.map(\.plain).joined(separator: " ").split { $0.isWhitespace }.joined(separator: " ")
        #expect(text.contains("3497-011-2332") && text.contains("MT:Y.K9042C00KA0648G00"))
        #expect(text.contains("\(LocalTime.minute(now + .seconds(600), in: .gmt)) (GMT)"))
        #expect(text.contains("past") && text.contains("tomte matter unshare homekit-aa"))
        #expect(lines.allSatisfy { $0.width <= columns })
        #expect(SharingSheet.grouped("749701123365521327694") == "749701123365521327694")
    }

    @Test func lockThatDemandsAPINIsShownWithTheCommand() throws {
        func listed(_ states: [LockPIN.State?]) -> [String] {
            let devices = states.enumerated().map { index, state in
                PairedDeviceBody(
                    id: DeviceID("lock-\(index)") ?? DeviceID("lock"), name: "Lock \(index)", isAdopted: true,
                    lockPIN: state)
            }
            return lines([pairing(devices: devices)], of: .matter).filter { $0.contains("PIN") }
        }
        #expect(listed([nil]).isEmpty && listed([.kept]).isEmpty)
        #expect(listed([.needed]) == ["  ! Lock 0 demands a PIN with each command: tomte matter pin homekit-aa"])
        #expect(
            listed([.kept, .refused]) == [
                "  ! Lock 1 refuses the PIN that the gateway has: tomte matter pin homekit-aa --device lock-1"
            ])
    }

    @Test func onlyLockThatDemandsAPINIsMeant() throws {
        let lamp = PairedDeviceBody(id: DeviceID("lamp"), name: "Lamp", isAdopted: true)
        let front = PairedDeviceBody(id: DeviceID("front"), name: "Front door", isAdopted: true, lockPIN: .needed)
        let back = PairedDeviceBody(id: DeviceID("back"), name: "Back door", isAdopted: false, lockPIN: .kept)
        #expect(try MatterPIN.lock(nil, behind: pairing(devices: [lamp, front])).id == front.id)
        #expect(try MatterPIN.lock("back door", behind: pairing(devices: [front, back])).id == back.id)
        #expect(throws: CLIError.self) { try MatterPIN.lock(nil, behind: pairing(devices: [front, back])) }
        #expect(throws: CLIError.self) { try MatterPIN.lock(nil, behind: pairing(devices: [lamp])) }
        #expect(throws: CLIError.self) { try MatterPIN.lock("Lamp", behind: pairing(devices: [lamp, front])) }
    }

    @Test func namesOfFabricsAreShown() {
        let key = "04" + String(repeating: "0", count: 128)
        let table = ControllerTable.table([
            DeviceControllerBody(
                identifier: "2906C908D115D362", name: "Tomte", publicKey: key, isAdministrator: true, isOwn: true),
            DeviceControllerBody(
                identifier: "87E1B004E235A130", publicKey: key, isAdministrator: true, isOwn: false),
        ])
        let lines = table.lines(limit: nil).map(\.plain)
        #expect(lines[0].contains("NAME") && lines[1].contains("Tomte") && lines[2].hasPrefix("87E1B004E235A130"))
    }

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
