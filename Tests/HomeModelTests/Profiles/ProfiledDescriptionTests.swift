import HomeModel
import Testing

@Suite struct ProfiledDescriptionTests {
    private static let relay = Part(
        id: PartID("relay"), capabilities: [Capability(CapabilityName(.switch), isCommanded: true)])
    private static let light = Part(
        id: PartID("light"),
        capabilities: [
            Capability(CapabilityName(.switch), isCommanded: true),
            Capability(CapabilityName(.brightness), isCommanded: true),
        ])
    private static let meter = Part(
        id: PartID("meter"),
        capabilities: [
            Capability(CapabilityName(.power), maximum: 9000), Capability(CapabilityName(.energy)),
            Capability(CapabilityName(.energy, label: PartID("returned"))),
            Capability(CapabilityName(.number, label: PartID("air")), minimum: 32, maximum: 212),
            Capability(CapabilityName(.number, label: PartID("gain")), isCommanded: true),
        ])
    private static let description = DeviceDescription(name: "d", parts: [relay, light, meter], others: ["x: y"])

    private func profile(
        _ everyPart: PartProfile = PartProfile(), parts: [PartID: PartProfile] = [:]
    ) -> DeviceProfile {
        DeviceProfile(family: "F", matches: [], everyPart: everyPart, parts: parts)
    }

    private func meter(_ capabilities: [CapabilityName: CapabilityProfile]) throws -> Part {
        let profile = profile(PartProfile(capabilities: capabilities))
        return try #require(Self.description.applying(profile)[PartID("meter")])
    }

    @Test func emptyProfileChangesNothing() {
        #expect(Self.description.applying(profile()) == Self.description)
    }

    @Test func profilePurposeAppliesOnlyToPartsThatNeedOne() {
        let applied = Self.description.applying(profile(PartProfile(purpose: .garage)))
        #expect(applied.parts.map(\.purpose) == [.garage, nil, nil])
        #expect(applied.parts[0].safetyClass(of: .switch, becoming: .boolean(false)) == .sensitive)
    }

    @Test(arguments: Purpose.allCases)
    func profileNeverMakesACommandLessSensitive(purpose: Purpose) {
        let applied = Self.description.applying(profile(PartProfile(purpose: purpose)))
        for (before, after) in zip(Self.description.parts, applied.parts) {
            for value in [true, false] {
                let value = CapabilityValue.boolean(value)
                guard before.safetyClass(of: .switch, becoming: value) == .sensitive else { continue }
                #expect(after.safetyClass(of: .switch, becoming: value) == .sensitive)
            }
        }
    }

    @Test func suggestedPurposeIsOfferedAndNotApplied() {
        let profile = profile(
            PartProfile(suggestedPurpose: .drainPump),
            parts: [PartID("relay"): PartProfile(suggestedPurpose: .spaceHeater)])
        #expect(Self.description.applying(profile).purposes.isEmpty)
        #expect(Self.description.applying(profile).suggestedPurposes == [PartID("relay"): .spaceHeater])
    }

    /// A profile for an earlier version stays valid.
    @Test func impreciseSuggestionOfAnEarlierVersionIsNotOffered() {
        let profile = profile(PartProfile(), parts: [PartID("relay"): PartProfile(suggestedPurpose: .heater)])
        #expect(Self.description.applying(profile).suggestedPurposes.isEmpty)
    }

    @Test func chosenPurposeIsKept() {
        let chosen = Self.description.withPurposes([PartID("relay"): .light])
        #expect(chosen.applying(profile(PartProfile(purpose: .garage))).parts[0].purpose == .light)
    }

    @Test func profileSetsEnergyFlows() throws {
        let part = try meter([
            CapabilityName(.energy): CapabilityProfile(flow: .gridImport),
            CapabilityName(.energy, label: PartID("returned")): CapabilityProfile(flow: .gridExport),
        ])
        #expect(part.capabilities.map(\.flow) == [nil, .gridImport, .gridExport, nil, nil])
    }

    @Test func kindAppliesToAllLabelsAndNamesTakePrecedence() throws {
        let everyPart = PartProfile(
            capabilities: [CapabilityName(.energy): CapabilityProfile(flow: .charge)],
            kinds: [.energy: CapabilityProfile(flow: .production)])
        let part = try #require(Self.description.applying(profile(everyPart))[PartID("meter")])
        #expect(part.capabilities.map(\.flow) == [nil, .charge, .production, nil, nil])
    }

    @Test func bidirectionalPowerHasASymmetricRange() throws {
        let part = try meter([CapabilityName(.power): CapabilityProfile(isBidirectional: true)])
        #expect(part.capabilities[0].range == -9000...9000)
        #expect(Self.meter.capabilities[0].range == 0...9000)
    }

    @Test func numberBecomesTheQuantityOfTheProfile() throws {
        let air = CapabilityName(.number, label: PartID("air"))
        let quantity = try #require(CapabilityProfile.Quantity(.temperature, in: .fahrenheit))
        let part = try meter([air: CapabilityProfile(quantity: quantity)])
        let capability = try #require(part[CapabilityName(.temperature)])
        #expect(part[air] == nil)
        #expect(abs(capability.range.lowerBound) < 1e-9 && abs(capability.range.upperBound - 100) < 1e-9)
    }

    @Test func secondCapabilityOfAKindKeepsItsLabel() throws {
        let quantity = try #require(CapabilityProfile.Quantity(.energy, in: .wattHour))
        let part = try meter([
            CapabilityName(.number, label: PartID("air")): CapabilityProfile(quantity: quantity, flow: .charge)
        ])
        #expect(part[CapabilityName(.energy, label: PartID("air"))]?.flow == .charge)
    }

    @Test func commandableNumberStaysANumber() throws {
        let gain = CapabilityName(.number, label: PartID("gain"))
        let quantity = try #require(CapabilityProfile.Quantity(.noise, in: .decibel))
        #expect(try meter([gain: CapabilityProfile(quantity: quantity)])[gain]?.isCommanded == true)
    }

    @Test func ignoredCapabilitiesAreListed() {
        let profile = profile(PartProfile(capabilities: [CapabilityName(.switch): CapabilityProfile(isIgnored: true)]))
        let applied = Self.description.applying(profile)
        #expect(applied.parts.map(\.capabilities.count) == [0, 1, 5])
        #expect(applied.others.map { $0.prefix { $0 != ":" } } == ["x", "relay/switch", "light/switch"])
    }

    @Test(
        arguments: [
            (.co2, .partsPerMillion, true), (.co2, .kilowattHour, false), (.temperature, .fahrenheit, true),
            (.brightness, .percent, false), (.number, .percent, false), (.switch, .percent, false),
        ] as [(CapabilityKind, Unit, Bool)])
    func onlyARecordedQuantityHasAUnit(kind: CapabilityKind, unit: Unit, isOne: Bool) {
        #expect((CapabilityProfile.Quantity(kind, in: unit) != nil) == isOne)
    }
}
