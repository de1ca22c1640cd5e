import HomeModel
import Testing

struct AuthorizationTests {
    private let lamp = Device.sample(.switch, .brightness, .power)
    private let door = Device.sample(.lock)
    private let on = CommandRequest.sample(CapabilityName(.switch), value: .boolean(true))
    private let unlock = CommandRequest.sample(CapabilityName(.lock), value: .text("unlocked"))

    @Test func authorizedCommandCarriesItsReasonRequestAndDevice() throws {
        let command = try AccessPolicy.household().authorize(on, by: .any(.member), for: lamp, at: noon)
        #expect(command.reason == .role(.member))
        #expect(command.request == on)
        #expect(command.device == lamp)
        #expect(command.identity == .any(.member))
    }

    @Test func invisibleDeviceIsReportedLikeAMissingDevice() {
        let policy = AccessPolicy.household()
        for role in [Role.guest, .service] {
            #expect(throws: CommandRefusal.notFound) { try policy.authorize(on, by: .any(role), for: lamp, at: noon) }
            #expect(throws: CommandRefusal.notFound) { try policy.authorize(on, by: .any(role), for: nil, at: noon) }
        }
        let stranger = Identity.person(PersonID("stranger"))
        #expect(throws: CommandRefusal.notFound) { try policy.authorize(on, by: stranger, for: lamp, at: noon) }
        #expect(throws: CommandRefusal.notFound) { try policy.authorize(on, by: .console, for: nil, at: noon) }
    }

    @Test func deniedCommandToAVisibleDeviceHasItsReason() {
        let policy = AccessPolicy.household(.allow([.viewEnergy]))
        #expect(throws: CommandRefusal.denied(.notPermitted(.guest))) {
            try policy.authorize(on, by: .any(.guest), for: lamp, at: noon)
        }
    }

    @Test func denyIsNamedToAPersonWhoSeesTheDevice() {
        let policy = AccessPolicy.household(.deny([.controlDevices], to: .any(.member)))
        #expect(throws: CommandRefusal.denied(.denied(by: GrantID("denied")))) {
            try policy.authorize(on, by: .any(.member), for: lamp, at: noon)
        }
    }

    @Test(arguments: [
        CommandRequest.sample(CapabilityName(.switch), value: .number(7)),
        .sample(CapabilityName(.vacuum), value: .text("x")),
        .sample(CapabilityName(.switch), value: .boolean(true), part: PartID("elsewhere")),
        .sample(CapabilityName(.brightness), value: .number(.nan)),
    ])
    func permissionIsCheckedBeforeTheValueIsValidated(_ invalid: CommandRequest) throws {
        let viewer = AccessPolicy.household(.allow([.viewEnergy]))
        #expect(throws: CommandRefusal.denied(.notPermitted(.guest))) {
            try viewer.authorize(invalid, by: .any(.guest), for: lamp, at: noon)
        }
        #expect(throws: CommandRefusal.notFound) {
            try AccessPolicy.household().authorize(invalid, by: .any(.guest), for: lamp, at: noon)
        }
        // An owner passes this step; the next step, the validation, refuses the command.
        let command = try AccessPolicy.household().authorize(invalid, by: .any(.owner), for: lamp, at: noon)
        #expect(throws: CommandRefusal.self) { try CommandValidator.validate(command, availability: .ready) }
    }

    @Test(
        arguments: [
            (.owner, false, .denied(.stepUpNeeded(.commands))), (.owner, true, nil),
            (.member, false, .denied(.stepUpNeeded(.commands))),
            (.member, true, nil), (.child, true, .denied(.routineOnly(.child))), (.guest, true, .notFound),
        ] as [(Role, Bool, CommandRefusal?)])
    func unlockingNeedsAStepUp(_ role: Role, isSteppedUp: Bool, expected: CommandRefusal?) {
        #expect(refusal(unlock, by: .any(role, isSteppedUp: isSteppedUp)) == expected)
    }

    @Test func lockingAndTheConsoleNeedNoStepUp() {
        let lock = CommandRequest.sample(CapabilityName(.lock), value: .text("locked"))
        #expect(refusal(lock, by: .any(.child)) == nil)
        #expect(refusal(unlock, by: .console) == nil)
    }

    @Test func labelDoesNotChangeTheSafetyClassOfACapability() {
        let labelled = CapabilityName(.lock, label: PartID("back"))
        #expect(
            refusal(.sample(labelled, value: .text("unlocked")), by: .any(.member)) == .denied(.stepUpNeeded(.commands))
        )
    }

    @Test func grantPermitsUnlockingToAGuestWithAStepUp() throws {
        let grant = Grant.allow([.controlDevices], for: AccessSelector(devices: [plug], capabilities: [.lock]))
        let policy = AccessPolicy.household(grant)
        let command = try policy.authorize(unlock, by: .any(.guest, isSteppedUp: true), for: door, at: noon)
        #expect(command.reason == .grant(GrantID("allowed")))
        #expect(throws: CommandRefusal.denied(.stepUpNeeded(.commands))) {
            try policy.authorize(unlock, by: .any(.guest), for: door, at: noon)
        }
    }

    private func refusal(_ request: CommandRequest, by identity: Identity) -> CommandRefusal? {
        do throws(CommandRefusal) {
            _ = try AccessPolicy.household().authorize(request, by: identity, for: door, at: noon)
            return nil
        } catch {
            return error
        }
    }
}
