import HomeModel
import Testing

struct VisibilityTests {
    private let meteredPlug = Device.sample(.switch, .power, .temperature)

    @Test(arguments: CapabilityKind.allCases)
    func energyNeedsItsOwnPermission(_ kind: CapabilityKind) {
        let energy: Set<CapabilityKind> = [.power, .energy, .voltage, .current, .gas, .water]
        #expect(kind.viewPermission == (energy.contains(kind) ? .viewEnergy : .viewEnvironment))
    }

    /// Columns: switch (a state), temperature (environment), power (energy), the device at all.
    @Test(
        arguments: [
            (.owner, "yes yes yes yes"), (.admin, "yes yes yes yes"), (.member, "yes yes yes yes"),
            (.child, "yes yes no yes"), (.guest, "no no no no"), (.service, "no no no no"),
        ] as [(Role, String)])
    func roleSeesWhatItsPermissionsShow(_ role: Role, _ expected: String) {
        #expect(seen(by: .any(role), AccessPolicy.household()) == expected)
    }

    @Test(
        arguments: [
            ([.viewEnergy], "no no yes yes"), ([.viewEnvironment], "yes yes no yes"),
            ([.controlDevices], "yes no no yes"),
            ([.controlDevices, .viewEnergy], "yes no yes yes"), ([], "no no no no"),
        ] as [(Set<Permission>, String)])
    func guestSeesWhatIsGranted(_ permissions: Set<Permission>, _ expected: String) {
        #expect(seen(by: .any(.guest), .household(.allow(permissions))) == expected)
    }

    @Test(
        arguments: [
            ([.viewEnvironment], "no no yes yes"), ([.viewEnergy], "yes yes no yes"),
            ([.controlDevices], "yes yes yes yes"),
            ([.viewEnvironment, .viewEnergy], "no no no no"),
        ] as [(Set<Permission>, String)])
    func denyHidesAlsoFromWhoMayControl(_ permissions: Set<Permission>, _ expected: String) {
        #expect(seen(by: .any(.member), .household(.deny(permissions, to: .any(.member)))) == expected)
    }

    @Test func selectorShowsItsCapabilityAlone() {
        let selector = AccessSelector(devices: [plug], capabilities: [.temperature])
        #expect(seen(by: .any(.guest), .household(.allow([.viewEnvironment], for: selector))) == "no yes no yes")
    }

    @Test func deviceThatCanDoNothingIsSeenByNobody() {
        #expect(!AccessPolicy.household().maySee(.any(.owner), .sample(parts: []), at: noon))
    }

    @Test func consoleSeesEverything() {
        #expect(seen(by: .console, AccessPolicy()) == "yes yes yes yes")
    }

    private func seen(by identity: Identity, _ policy: AccessPolicy) -> String {
        let kinds: [CapabilityKind] = [.switch, .temperature, .power]
        let values = kinds.map { policy.maySee(identity, $0, of: meteredPlug, at: noon) }
        let all = values + [policy.maySee(identity, meteredPlug, at: noon)]
        return all.map { $0 ? "yes" : "no" }.joined(separator: " ")
    }
}
