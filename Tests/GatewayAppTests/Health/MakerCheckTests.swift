import GatewayCore
import HomeModel
import Testing

@testable import GatewayApp

@Suite struct MakerCheckTests {
    private func maker(_ role: DeviceMaker.Role, isAdded: Bool = false) -> DeviceMaker {
        DeviceMaker(
            id: DeviceMakerID("c0ffee00c0ffee00"), role: role, subject: "CN=Acme", vendorID: nil,
            fingerprint: String(repeating: "c0ffee00", count: 8), isForTests: false, isAdded: isAdded)
    }

    private func health(_ makers: DeviceMakers) -> SubsystemHealth {
        MakerCheck.health(of: makers, command: "tomte matter trust")
    }

    @Test func summarySaysHowManyMakersAreKnownAndHowOldTheListIs() {
        let found = health(
            DeviceMakers(
                all: [maker(.authority), maker(.authority, isAdded: true), maker(.declarationSigner)],
                listDate: LocalDate("2026-02-17")))
        #expect(found.summary == "2 makers of devices known, list of 2026-02-17")
        #expect(found.values == ["state": .text("known"), "count": .number(2), "date": .text("2026-02-17")])
        #expect(found.findings.isEmpty)
    }

    @Test func missingListIsAWarning() {
        let found = health(DeviceMakers(all: [maker(.authority, isAdded: true)], listDate: nil))
        #expect(found.findings.map(\.code) == ["makers.noList"] && found.summary == "no list of makers, 1 added")
        #expect(found.findings.allSatisfy { $0.severity == .warning })
    }

    @Test func damageIsOneWarning() {
        let found = health(
            DeviceMakers(all: [], listDate: LocalDate("2026-02-17"), damage: ["One.", "Two.", "Three."]))
        #expect(found.findings.map(\.code) == ["makers.damaged"])
        #expect(found.findings.first?.message == "One. And 2 more.")
        #expect(found.findings.first?.values == ["count": .number(3)])
    }
}
