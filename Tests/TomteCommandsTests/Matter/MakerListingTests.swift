import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct MakerListingTests {
    private func maker(
        _ subject: String, vendorID: Int? = 0x1234, role: DeviceMaker.Role = .authority, isForTests: Bool = false,
        isAdded: Bool = false
    ) -> DeviceMakerBody {
        DeviceMakerBody(
            id: DeviceMakerID("c0ffee00c0ffee00"), role: role, subject: subject, vendorID: vendorID,
            fingerprint: String(repeating: "c0ffee00", count: 8), isForTests: isForTests, isAdded: isAdded)
    }

    private func lines(
        _ makers: [DeviceMakerBody], listDate: String? = "2026-02-17", damage: [String] = [], isOnlyAdded: Bool = false
    ) -> [String] {
        let listing = MakerListing(
            DeviceMakersBody(listDate: listDate, makers: makers, damage: damage), isOnlyAdded: isOnlyAdded)
        return ((listing.table?.lines(limit: nil) ?? []) + listing.lines(limit: nil)).map(\.plain)
    }

    @Test func makersAreListedWithWhatTheySign() {
        let found = lines([
            maker("CN=Acme"), maker("CN=Any", vendorID: nil, isAdded: true),
            maker("CN=Acme Test", vendorID: 0xFFF1, isForTests: true, isAdded: true),
            maker("CN=Signer", vendorID: 0xC5A0, role: .declarationSigner),
        ])
        #expect(
            found.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") } == [
                "ID MAKER VENDOR SIGNS", "c0ffee00c0ffee00 CN=Acme 0x1234 (4660) makers",
                "c0ffee00c0ffee00 CN=Any any makers added",
                "c0ffee00c0ffee00 CN=Acme Test 0xFFF1 (65521) makers for tests",
                "c0ffee00c0ffee00 CN=Signer 0xC5A0 (50592) declarations",
                "The list that comes with the program is of 2026-02-17.",
            ])
    }

    @Test func onlyAddedMakersAreListedOnRequest() {
        #expect(lines([maker("CN=Acme")], isOnlyAdded: true) == ["No makers were added."])
        #expect(lines([maker("CN=Acme", isAdded: true)], isOnlyAdded: true).count == 2)
    }

    @Test func missingListAndDamageAreReported() {
        #expect(
            lines([], listDate: nil, damage: ["Line 7 is no certificate."]) == [
                "The gateway knows no makers.", "The list that comes with the program is not installed.",
                "! Line 7 is no certificate.",
            ])
    }

    @Test func sheetShowsTheFingerprintInPairs() {
        let lines = MakerSheet(of: maker("CN=Acme Test", vendorID: 0xFFF1, isForTests: true)).lines.map(\.plain)
        #expect(
            lines == [
                "Maker        CN=Acme Test", "Vendor       0xFFF1 (65521)", "Signs        makers",
                "Fingerprint  " + Array(repeating: "C0:FF:EE:00", count: 8).joined(separator: ":"),
                "! This authority is for tests.",
            ])
    }
}
