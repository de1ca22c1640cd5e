import SeededRandom
import Testing

@testable import HomeModel

/// What the API tells a caller about commands equals what happens to these commands.
struct CapabilityAccessTests {
    /// Columns: on, off. `d` is direct, `P` needs a PIN, `-` is refused.
    @Test(
        arguments: [
            (.child, .foodCooling, "d -"), (.child, .homeHeating, "d -"), (.child, .hotAppliance, "- d"),
            (.child, .light, "d d"), (.child, .other, "- -"), (.child, .heater, "- -"), (.child, nil, "- -"),
            (.member, .homeHeating, "d P"), (.member, .foodCooling, "d P"), (.member, .spaceHeater, "P d"),
            (.member, .light, "d d"), (.member, .heater, "P P"), (.owner, .network, "d P"),
            (.admin, .drainPump, "d P"), (.service, .light, "- -"),
        ] as [(Role, Purpose?, String)])
    func roleAndPurposeDecideAboutOnAndOff(_ role: Role, purpose: Purpose?, expected: String) throws {
        #expect(try onAndOff(.any(role), purpose: purpose) == expected)
    }

    @Test(arguments: [nil] + Purpose.allCases.map(Optional.some))
    func guestIsRefusedEverythingWithoutAGrant(_ purpose: Purpose?) throws {
        #expect(try onAndOff(.any(.guest), purpose: purpose) == "- -")
        // The rights of a guest with a grant are those of an adult.
        let grant = Grant.allow([.controlDevices])
        #expect(
            try onAndOff(.any(.guest), purpose: purpose, by: .household(grant))
                == onAndOff(.any(.member), purpose: purpose))
    }

    /// A panel on the wall can never step up, and the console counts as stepped up.
    @Test(arguments: [nil] + Purpose.allCases.map(Optional.some))
    func panelIsNeverAskedForAPINAndTheConsoleNeedsNone(_ purpose: Purpose?) throws {
        let panel = Identity.person(.any(.owner), scope: [.controlDevices])
        let member = try onAndOff(.any(.member), purpose: purpose)
        #expect(try onAndOff(panel, purpose: purpose) == member.replacing("P", with: "-"))
        #expect(try onAndOff(.console, purpose: purpose) == "d d")
    }

    /// A step-up of a moment ago changes nothing, because it ends before the page reads the devices again.
    @Test func stepUpIsNotConsidered() throws {
        #expect(try onAndOff(.any(.member, isSteppedUp: true), purpose: .homeHeating) == "d P")
    }

    @Test(
        arguments: [
            (.light, "- d"), (.electronics, "- d"), (.hotAppliance, "- d"), (.foodCooling, "d -"),
            (.homeHeating, "d -"), (.network, "d -"), (.drainPump, "d -"), (.other, "- -"), (.heater, "- -"),
            (nil, "- -"),
        ] as [(Purpose?, String)])
    func lockdownLeavesOnlyTheSafeDirection(_ purpose: Purpose?, expected: String) throws {
        let policy = AccessPolicy(people: AccessPolicy.household().people.values.map(\.self), isLockedDown: true)
        #expect(try onAndOff(.any(.owner), purpose: purpose, by: policy) == expected)
        #expect(try onAndOff(.console, purpose: purpose, by: policy) == expected)
    }

    /// Columns: the range with the best access, and the access beyond it.
    @Test(
        arguments: [
            (.homeHeating, .member, 5...35, .setting(best: .direct, range: 5...30, beyond: .stepUp)),
            (.homeHeating, .child, 16...31.5, .setting(best: .direct, range: 16...30, beyond: .refused)),
            (.homeHeating, .child, 10...28, .setting(best: .direct)),
            (.spaceHeater, .member, 6...30, .setting(best: .direct, range: 6...8, beyond: .stepUp)),
            (.spaceHeater, .child, 10...30, .setting(best: .refused)),
            (.foodCooling, .member, -25...8, .setting(best: .stepUp)),
            (nil, .child, -25...80, .setting(best: .direct)),
        ] as [(Purpose?, Role, ClosedRange<Double>, CapabilityAccess)])
    func setPointsHaveTheRangeWithTheBestAccess(
        _ purpose: Purpose?, role: Role, range: ClosedRange<Double>, expected: CapabilityAccess
    ) throws {
        let thermostat = Capability(
            CapabilityName(.targetTemperature), minimum: range.lowerBound, maximum: range.upperBound, isCommanded: true)
        let part = Part.sample([thermostat], purpose: purpose)
        let rights = AccessPolicy.household().rights(of: .any(role), to: .sample(parts: [part]), at: noon)
        #expect(rights.access(to: thermostat, of: part) == expected)
    }

    @Test func capabilityWithoutCommandsHasNoAccess() {
        let part = Part.sample([Capability(CapabilityName(.switch))])
        let rights = AccessPolicy.household().rights(of: .console, to: .sample(parts: [part]), at: noon)
        #expect(rights.access(to: part.capabilities[0], of: part) == nil)
    }

    /// For random parts, values, people, grants and lockdowns, the access equals the decision about the command.
    @Test(arguments: 0..<20) func accessEqualsTheDecisionAboutTheCommand(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let device = Self.device(&random)
            let part = device.description.parts[0]
            let policy = Self.policy(&random)
            let scopes: [Set<Permission>?] = [nil, nil, [.controlDevices], [.controlDevices, .viewEnvironment]]
            let identity = Identity.person(
                .any(Role.allCases.randomElement(using: &random) ?? .member),
                scope: scopes.randomElement(using: &random) ?? nil)
            let rights = policy.rights(of: identity, to: device, at: noon)
            for capability in part.capabilities
            where rights.visible.contains(capability.kind) && capability.kind != .choice {
                let value = Self.value(of: capability, using: &random)
                let found = rights.access(to: capability.kind, becoming: value, of: part)
                let expected = Self.expected(policy, capability: capability, value: value, by: identity, for: device)
                #expect(found == expected, "seed \(seed): \(capability.name) \(value) by \(identity) of \(part)")
                let summary = try #require(rights.access(to: capability, of: part))
                #expect(Self.access(summary, value: value) == expected, "seed \(seed): \(capability.name) \(value)")
            }
        }
    }

    private static func expected(
        _ policy: AccessPolicy, capability: Capability, value: CapabilityValue, by identity: Identity,
        for device: Device
    ) -> CommandAccess {
        do throws(CommandRefusal) {
            _ = try policy.authorize(.sample(capability.name, value: value), by: identity, for: device, at: noon)
            return .direct
        } catch {
            guard case .denied(.stepUpNeeded) = error, identity.mayStepUp else { return .refused }
            return .stepUp
        }
    }

    /// The access to `value` as a reader of the summary finds it.
    private static func access(_ summary: CapabilityAccess, value: CapabilityValue) -> CommandAccess? {
        switch (summary, value) {
        case (.switching(_, let off), .boolean(false)), (.switching(_, let off), .number(0)): return off
        case (.switching(let on, _), _): return on
        case (.choosing(let options), .text(let word)): return options[word]
        case (.setting(let best, let range, let beyond), .number(let number)):
            guard let range else { return best }
            return range.contains(number) ? best : beyond
        case (.setting(let best, _, _), _): return best
        default: return nil
        }
    }

    private static func device(_ random: inout SeededGenerator) -> Device {
        let kinds = CapabilityKind.allCases.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
        let purpose = ([nil] + Purpose.allCases.map(Optional.some)).randomElement(using: &random) ?? nil
        return .sample(parts: [
            .sample(kinds.map { Capability(CapabilityName($0), isCommanded: true) }, purpose: purpose)
        ])
    }

    private static func policy(_ random: inout SeededGenerator) -> AccessPolicy {
        let people = Role.allCases.map { Person(id: .any($0), name: DisplayName("Ada" as StaticString), role: $0) }
        let grants = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let person = PersonID.any(Role.allCases.randomElement(using: &random) ?? .guest)
            let kinds = CapabilityKind.allCases.filter { _ in Bool.random(using: &random) }
            let selector = Bool.random(using: &random) ? AccessSelector() : AccessSelector(capabilities: Set(kinds))
            return Int.random(in: 0..<4, using: &random) == 0
                ? Grant.deny([.controlDevices], to: person, for: selector)
                : Grant.allow([.controlDevices, .viewEnvironment, .viewEnergy], to: person, for: selector)
        }
        return AccessPolicy(
            revision: 1, people: people, grants: grants, isLockedDown: Int.random(in: 0..<4, using: &random) == 0)
    }

    private static func value(of capability: Capability, using random: inout SeededGenerator) -> CapabilityValue {
        switch capability.valueType {
        case .boolean: return .boolean(Bool.random(using: &random))
        case .number:
            let numbers = [0, 4.5, 5, 6, 8, 8.5, 21, 30, 30.5, 100].filter(capability.range.contains)
            return .number(numbers.randomElement(using: &random) ?? capability.range.lowerBound)
        case .choice: return .text(capability.commandedOptions.randomElement(using: &random) ?? "")
        case .text: return .text("press")
        case .color: return .color(hue: 1, saturation: 1)
        }
    }

    private func onAndOff(
        _ identity: Identity, purpose: Purpose?, by policy: AccessPolicy = .household()
    ) throws -> String {
        let relay = Capability(CapabilityName(.switch), isCommanded: true)
        let part = Part.sample([relay], purpose: purpose)
        let access = policy.rights(of: identity, to: .sample(parts: [part]), at: noon).access(to: relay, of: part)
        guard case .switching(let on, let off?) = try #require(access) else { return "\(access.debugDescription)" }
        return [on, off].map { $0 == .direct ? "d" : $0 == .stepUp ? "P" : "-" }.joined(separator: " ")
    }
}
