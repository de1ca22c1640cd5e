import DeviceProtocols
@testable import HomeModel

/// 10 March 2026, noon UTC: a Tuesday.
let noon = Timestamp(milliseconds: 1_773_144_000_000)

let hall: RoomID = RoomID("hall")
let cellar: RoomID = RoomID("cellar")
let plug: DeviceID = DeviceID("plug")

extension Device {
    static func sample(parts: [Part], link: LinkKind = .homie5) -> Device {
        Device(
            id: plug, name: DisplayName("A device" as StaticString), room: hall,
            address: LinkAddress(kind: link, foreignID: "plug", root: "plug"),
            description: DeviceDescription(name: "as announced", parts: parts), adoptedAt: noon)
    }

    /// A device with one part that accepts commands for all of `kinds`.
    static func sample(_ kinds: CapabilityKind...) -> Device {
        sample(parts: [.sample(kinds.map { Capability(CapabilityName($0), isCommanded: true) })])
    }
}

extension Part {
    static func sample(_ capabilities: [Capability], purpose: Purpose? = nil) -> Part {
        Part(id: .main, capabilities: capabilities, purpose: purpose)
    }
}

extension Identity {
    static let console = Identity(actor: .console, isAtConsole: true, stepUps: Set(StepUp.allCases))

    static func person(_ id: PersonID, isSteppedUp: Bool = false, scope: Set<Permission>? = nil) -> Identity {
        Identity(actor: .person(id), isAtConsole: false, scope: scope, stepUps: isSteppedUp ? [.commands] : [])
    }

    static func any(_ role: Role, isSteppedUp: Bool = false) -> Identity {
        person(.any(role), isSteppedUp: isSteppedUp)
    }
}

extension PersonID {
    /// The one person with this role in `AccessPolicy.household`.
    static func any(_ role: Role) -> PersonID { PersonID(slugging: role.rawValue, fallback: PersonID("person")) }
}

extension AccessPolicy {
    /// A policy with one person of each role.
    static func household(_ grants: Grant...) -> AccessPolicy {
        let people = Role.allCases.map { Person(id: .any($0), name: DisplayName("Ada" as StaticString), role: $0) }
        return AccessPolicy(revision: 7, people: people, grants: grants)
    }
}

extension Grant {
    static func allow(
        _ permissions: Set<Permission>, to person: PersonID = .any(.guest),
        for selector: AccessSelector = AccessSelector(),
        when conditions: AccessConditions = AccessConditions(), uses: Int = 0
    ) -> Grant {
        Grant(
            id: GrantID("allowed"), person: person, effect: .allow, permissions: permissions, selector: selector,
            conditions: conditions, uses: uses)
    }

    static func deny(
        _ permissions: Set<Permission>, to person: PersonID, for selector: AccessSelector = AccessSelector(),
        when conditions: AccessConditions = AccessConditions()
    ) -> Grant {
        Grant(
            id: GrantID("denied"), person: person, effect: .deny, permissions: permissions, selector: selector,
            conditions: conditions)
    }
}

extension CommandRequest {
    static func sample(
        _ capability: CapabilityName, value: CapabilityValue, part: PartID = .main
    ) -> CommandRequest {
        CommandRequest(
            id: CommandID("c-1"), device: plug, part: part, capability: capability, value: value, receivedAt: noon)
    }
}
