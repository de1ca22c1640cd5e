import HomeModel
import Testing

struct CommandValidatorTests {
    @Test(
        arguments: [
            (Capability(.switch), .boolean(true)), (Capability(.lock), .text("locked")),
            (Capability(.brightness), .number(0)), (Capability(.brightness), .number(100)),
            (Capability(.text), .text("Dinner is ready")), (Capability(.text), .text("")),
            (Capability(.color), .color(hue: 360, saturation: 0)),
            (Capability(.color), .color(hue: 0, saturation: 100)),
            (Capability(.number), .number(-.greatestFiniteMagnitude)),
            (Capability(.choice, options: ["eco", "party"]), .text("party")),
        ] as [(Capability, CapabilityValue)])
    func offeredValuesAreAccepted(_ capability: Capability, value: CapabilityValue) throws {
        #expect(try validated(value, to: capability) == value)
    }

    @Test func missingPartIsNamedWithTheExistingParts() {
        let request = CommandRequest.sample(CapabilityName(.switch), value: .boolean(true), part: PartID("b"))
        #expect(refusal(request, device: .sample(.switch)) == .invalid(.noSuchPart(PartID("b"), parts: [.main])))
    }

    @Test func missingCapabilityIsNamedWithTheOfferedOnes() {
        let device = Device.sample(
            parts: [.sample([Capability(.switch), Capability(CapabilityName(.power), isCommanded: false)])])
        let expected = CommandRuleViolation.noSuchCapability(CapabilityName(.lock), offered: [CapabilityName(.switch)])
        #expect(refusal(.sample(CapabilityName(.lock), value: .text("locked")), device: device) == .invalid(expected))
    }

    @Test func labelDistinguishesCapabilitiesOfOneKind() {
        let boost = CapabilityName(.number, label: PartID("boost"))
        let device = Device.sample(parts: [.sample([Capability(boost, isCommanded: true)])])
        #expect(refusal(.sample(boost, value: .number(1)), device: device) == nil)
        #expect(
            refusal(.sample(CapabilityName(.number), value: .number(1)), device: device)
                == .invalid(.noSuchCapability(CapabilityName(.number), offered: [boost])))
    }

    @Test func reportedCapabilityRefusesCommands() {
        let power = CapabilityName(.power)
        let device = Device.sample(parts: [.sample([Capability(power)])])
        #expect(
            refusal(.sample(power, value: .number(1)), device: device) == .invalid(.notCommandable(power, offered: [])))
    }

    @Test(
        arguments: [CapabilityKind.switch, .brightness, .lock, .text, .color],
        [
            .boolean(true), .number(1), .text("locked"), .color(hue: 1, saturation: 1),
        ] as [CapabilityValue])
    func valueOfAWrongTypeIsRefused(_ kind: CapabilityKind, value: CapabilityValue) {
        let right: Bool =
            switch (kind, value) {
            case (.switch, .boolean), (.brightness, .number), (.lock, .text), (.text, .text), (.color, .color): true
            default: false
            }
        let type = kind.facts.valueType
        let expected = CommandRuleViolation.wrongType(EscapedText(value.description), expected: type)
        #expect(violation(value, to: Capability(kind)) == (right ? nil : expected))
    }

    @Test(arguments: [.nan, .infinity, -.infinity] as [Double])
    func numberMustBeFinite(_ number: Double) {
        #expect(violation(.number(number), to: Capability(.brightness)) == .notFinite)
        #expect(violation(.number(number), to: Capability(.number, step: 0.1, roundsToStep: true)) == .notFinite)
        #expect(violation(.color(hue: number, saturation: 1), to: Capability(.color))?.code == "outOfRange")
        #expect(violation(.color(hue: 1, saturation: number), to: Capability(.color))?.code == "outOfRange")
    }

    @Test(arguments: [4.9999, 30.0001, -1e300, 1e300])
    func numberMustLieInTheRangeOfTheDevice(_ number: Double) {
        let dial = Capability(.targetTemperature, minimum: 5, maximum: 30)
        #expect(violation(.number(number), to: dial) == .outOfRange(number, 5...30, .celsius))
        #expect(violation(.number(5), to: dial) == nil)
        #expect(violation(.number(30), to: dial) == nil)
    }

    @Test(
        arguments: [(-0.1, 50, -0.1, 0...360), (360.1, 50, 360.1, 0...360), (10, 100.5, 100.5, 0...100)]
            as [(
                Double, Double, Double, ClosedRange<Double>
            )])
    func colourOutOfRangeIsRefused(_ hue: Double, saturation: Double, bad: Double, range: ClosedRange<Double>) {
        let unit: Unit? = range.upperBound == 100 ? .percent : nil
        #expect(
            violation(.color(hue: hue, saturation: saturation), to: Capability(.color)) == .outOfRange(bad, range, unit)
        )
    }

    @Test(
        arguments: [
            (Capability(.targetTemperature, minimum: 5, step: 0.5), 21.3, 21.5),
            (Capability(.targetTemperature, minimum: 5, step: 2), 20, 21),
            (Capability(.targetTemperature, maximum: 30, step: 4), 21, 22),
            (Capability(.number, step: 1e-7), 2.5e-7 + 1e-9, 3e-7), (Capability(.brightness, step: 10), 44, 40),
        ] as [(Capability, Double, Double)])
    func valueBetweenStepsIsRefused(_ capability: Capability, number: Double, nearest: Double) throws {
        let step = try #require(capability.step)
        #expect(violation(.number(number), to: capability) == .offStep(number, step: step, nearest: nearest))
    }

    @Test(
        arguments: [
            (Capability(.targetTemperature, minimum: 5, step: 0.5, roundsToStep: true), 21.3, 21.5),
            (Capability(.targetTemperature, minimum: 5, maximum: 30, step: 0.5, roundsToStep: true), 30.2, 30),
            (Capability(.targetTemperature, maximum: 30, step: 4, roundsToStep: true), 20.5, 22),
            (Capability(.brightness, step: 0.392156863, roundsToStep: true), 100, 100),
            (Capability(.number, step: 1000, roundsToStep: true), 1e17 + 16, 1e17),
        ] as [(Capability, Double, Double)])
    func valueIsRoundedToTheNearestStepIfTheCapabilityRounds(
        _ capability: Capability, number: Double, nearest: Double
    ) throws {
        #expect(try validated(.number(number), to: capability) == .number(nearest))
    }

    @Test func valueIsRoundedBeforeItsRangeIsChecked() {
        let dial = Capability(.targetTemperature, minimum: 5, maximum: 30, step: 10, roundsToStep: true)
        #expect(violation(.number(29), to: dial) == nil)
        #expect(violation(.number(30), to: dial) == .outOfRange(30, 5...30, .celsius))
    }

    @Test(arguments: [0.1, 0.01, 0.05, 0.2, 0.25, 0.7, 1e-7, 3])
    func multiplesOfAStepAreAcceptedWithoutFloatNoise(_ step: Double) throws {
        let capability = Capability(.number, step: step)
        for count in 0...1000 {
            let noisy = Double(count) * step
            let value = try validated(.number(noisy), to: capability)
            #expect(value.description.count <= 8)
            guard case .number(let number) = value, abs(number - noisy) <= step * 1e-6 else {
                Issue.record("\(noisy) became \(value)")
                return
            }
        }
    }

    @Test(arguments: [(3, 0.3), (7, 0.7), (215, 21.5), (1001, 100.1)])
    func floatNoiseIsRemovedFromSteppedValues(_ count: Int, clean: Double) throws {
        #expect(0.1 * 3 != 0.3)
        #expect(try validated(.number(0.1 * Double(count)), to: Capability(.number, step: 0.1)) == .number(clean))
    }

    @Test(arguments: [false, true], [0.1, -0.1, 0, .leastNonzeroMagnitude, 1e308, .infinity, .nan] as [Double])
    func extremeStepsNeverTrap(_ rounds: Bool, step: Double) {
        let capability = Capability(.number, step: step, roundsToStep: rounds)
        for number in [0, -1, .leastNonzeroMagnitude, 1e300, .greatestFiniteMagnitude] as [Double] {
            let rule = violation(.number(number), to: capability)
            #expect(rule == nil || ["offStep", "outOfRange"].contains(rule?.code))
        }
    }

    @Test func textMustBeOneOfTheOptions() {
        let mode = Capability(.thermostatMode, options: ["off", "heat"])
        #expect(
            violation(.text("cool"), to: mode) == .notAnOption(EscapedText("cool"), options: ["off", "heat"]))
        #expect(violation(.text("Heat"), to: mode)?.code == "notAnOption")
        #expect(violation(.text("a\nb"), to: mode)?.description.contains("\n") == false)
        #expect(violation(.text(""), to: Capability(.choice))?.code == "notAnOption")
    }

    @Test func textIsLimitedTo1024Bytes() {
        let text = Capability(.text)
        #expect(violation(.text(String(repeating: "é", count: 512)), to: text) == nil)
        #expect(violation(.text(String(repeating: "é", count: 512) + "x"), to: text) == .tooLong(maximumBytes: 1024))
    }

    @Test(
        arguments: [
            (.ready, true), (.sleeping, true), (.starting, false), (.disconnected, false), (.lost, false),
            (.unknown, false),
        ] as [(Availability, Bool)])
    func deviceMustBeReachable(_ availability: Availability, isReachable: Bool) {
        let request = CommandRequest.sample(CapabilityName(.switch), value: .boolean(true))
        let expected: CommandRefusal? = isReachable ? nil : .unreachable(availability)
        #expect(refusal(request, device: .sample(.switch), availability: availability) == expected)
    }

    @Test func valueIsCheckedBeforeReachability() {
        let request = CommandRequest.sample(CapabilityName(.switch), value: .number(7))
        #expect(refusal(request, device: .sample(.switch), availability: .lost)?.outcome == .invalid)
    }

    @Test(
        arguments: [
            (.noSuchPart(PartID("b"), parts: [.main]), "no part “b”; this device has main"),
            (.noSuchCapability(CapabilityName(.lock), offered: []), "commands are accepted for nothing"),
            (.notCommandable(CapabilityName(.power), offered: [CapabilityName(.switch)]), "“power” is only reported"),
            (.wrongType(EscapedText("21"), expected: .boolean), "“21” is not true or false"),
            (.notFinite, "finite number"),
            (.outOfRange(31, 5...30, .celsius), "31 is outside 5 to 30 °C."),
            (.outOfRange(361, 0...360, nil), "0 to 360."),
            (.offStep(21.3, step: 0.5, nearest: 21.5), "21.3 is between two steps of 0.5; the nearest is 21.5"),
            (.notAnOption(EscapedText("x"), options: ["a", "b"]), "“x” is not one of a, b"),
            (.tooLong(maximumBytes: 1024), "longer than 1024 bytes"),
        ] as [(CommandRuleViolation, String)])
    func ruleViolationTextsNameTheAcceptedValues(_ rule: CommandRuleViolation, words: String) {
        #expect(CommandRefusal.invalid(rule).description.contains(words))
        #expect(String(describing: Mirror(reflecting: rule).children.first?.label ?? rule.code) == rule.code)
    }

    @Test(
        arguments: [
            (.notFound, .refused), (.denied(.stepUpNeeded(.commands)), .refused), (.invalid(.notFinite), .invalid),
            (.keyReused, .invalid), (.unreachable(.lost), .unreachable), (.superseded, .superseded), (.busy, .failed),
            (.notAudited, .failed),
        ] as [(CommandRefusal, CommandOutcome)])
    func refusalsHaveTheirOutcome(_ refusal: CommandRefusal, outcome: CommandOutcome) {
        #expect(refusal.outcome == outcome)
    }

    private func validated(_ value: CapabilityValue, to capability: Capability) throws(CommandRefusal)
        -> CapabilityValue
    {
        try validate(
            .sample(capability.name, value: value), device: .sample(parts: [.sample([capability])]),
            availability: .ready)
    }

    private func violation(_ value: CapabilityValue, to capability: Capability) -> CommandRuleViolation? {
        let request = CommandRequest.sample(capability.name, value: value)
        guard case .invalid(let rule) = refusal(request, device: .sample(parts: [.sample([capability])])) else {
            return nil
        }
        return rule
    }

    private func refusal(
        _ request: CommandRequest, device: Device, availability: Availability = .ready
    ) -> CommandRefusal? {
        do throws(CommandRefusal) {
            _ = try validate(request, device: device, availability: availability)
            return nil
        } catch {
            return error
        }
    }

    private func validate(
        _ request: CommandRequest, device: Device, availability: Availability
    ) throws(CommandRefusal) -> CapabilityValue {
        let authorized = try AccessPolicy().authorize(request, by: .console, for: device, at: noon)
        return try CommandValidator.validate(authorized, availability: availability).value
    }
}

extension Capability {
    /// Creates a capability that accepts commands.
    fileprivate init(
        _ kind: CapabilityKind, minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil,
        roundsToStep: Bool = false, options: [String]? = nil
    ) {
        self.init(
            CapabilityName(kind), minimum: minimum, maximum: maximum, step: step, roundsToStep: roundsToStep,
            options: options, isCommanded: true)
    }
}
