import Foundation
import HomeModel
import Testing

struct CapabilityTests {
    @Test(arguments: CapabilityKind.allCases)
    func everyCapabilityNameRoundTripsThroughText(_ kind: CapabilityKind) throws {
        let labelled = CapabilityName(kind, label: PartID("fan-boost"))
        #expect(labelled.description == "\(kind.rawValue).fan-boost")
        for name in [CapabilityName(kind), labelled] {
            #expect(CapabilityName(name.description) == name)
            #expect(try JSONDecoder().decode([CapabilityName].self, from: JSONEncoder().encode([name])) == [name])
        }
    }

    @Test(arguments: [
        "", ".", "power.", ".power", "Power", "power.A", "power.a.b", "power a", "temperature\n", "warp", "power.-a",
    ])
    func invalidNamesAreRefused(_ text: String) throws {
        #expect(CapabilityName(text) == nil)
        let json = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([CapabilityName].self, from: json) }
    }

    @Test(
        arguments: [
            (.boolean(true), "true"), (.boolean(false), "false"), (.number(21), "21"), (.number(-0.5), "-0.5"),
            (.text("locked"), #""locked""#), (.text("true"), #""true""#), (.text(""), #""""#),
            (.color(hue: 120, saturation: 50), #"{"hue":120,"saturation":50}"#),
        ] as [(CapabilityValue, String)])
    func valuesRoundTripThroughJSON(_ value: CapabilityValue, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(value), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(CapabilityValue.self, from: Data(json.utf8)) == value)
    }

    @Test(arguments: ["null", "[1]", "{}", #"{"hue":1}"#, #"{"hue":"a","saturation":1}"#, "1e999"])
    func invalidJSONIsRefusedAsAValue(_ json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(CapabilityValue.self, from: Data(json.utf8)) }
    }

    @Test(
        arguments: [
            (.number(21), "21"), (.number(21.5), "21.5"), (.number(-0.0), "0"), (.number(1e300), "1e+300"),
            (.number(.nan), "nan"), (.number(.infinity), "inf"), (.boolean(true), "on"), (.boolean(false), "off"),
            (.color(hue: 0.5, saturation: 100), "0.5°/100 %"),
        ] as [(CapabilityValue, String)])
    func valueDescriptionsAreShort(_ value: CapabilityValue, text: String) {
        #expect(value.description == text)
    }

    @Test(arguments: CapabilityKind.allCases)
    func numbersHaveARangeAndQuantitiesAUnit(_ kind: CapabilityKind) {
        let facts = kind.facts
        if case .reading = facts.recording {
            let pureNumbers: Set<CapabilityKind> = [.powerFactor, .ph, .uvIndex, .airQualityIndex]
            #expect((facts.unit == nil) == pureNumbers.contains(kind))
            #expect(facts.valueType == .number)
        }
        if facts.valueType == .number { #expect(facts.range.lowerBound < facts.range.upperBound) }
        if facts.valueType != .choice { #expect(facts.options.isEmpty) }
    }

    @Test(
        arguments: [
            (.power, .energy), (.energy, .energy), (.voltage, .energy), (.current, .energy), (.gas, .energy),
            (.water, .energy), (.apparentPower, .energy), (.reactivePower, .energy), (.reactiveEnergy, .energy),
            (.powerFactor, .energy), (.frequency, .energy), (.windSpeed, .environment), (.rain, .environment),
            (.duration, .environment), (.dataRate, .environment), (.temperature, .environment),
            (.humidity, .environment), (.co2, .environment),
            (.battery, .environment),
        ] as [(CapabilityKind, RecordKind)])
    func quantitiesAreRecordedAsReadingsOfTheirKind(_ kind: CapabilityKind, record: RecordKind) {
        #expect(kind.facts.recording == .reading(record))
    }

    @Test(arguments: [.contact, .motion, .lock, .switch, .thermostatMode, .occupancy] as [CapabilityKind])
    func statesAreRecordedWhenTheyChange(_ kind: CapabilityKind) {
        #expect(kind.facts.recording == .stateChange(.environment))
    }

    @Test(
        arguments: [
            (.humidity, nil, nil, 0...100), (.humidity, 20, 80, 20...80), (.humidity, -20, 180, 0...100),
            (.humidity, 150, nil, 100...100), (.humidity, nil, -5, 0...0), (.humidity, 60, 40, 60...60),
            (.temperature, nil, nil, -273.15...2000), (.temperature, -500, 60, -273.15...60),
            (.power, nil, nil, 0...10_000_000), (.power, -5000, nil, -5000...10_000_000), (.power, 0, 3680, 0...3680),
            (.power, nil, 3680, 0...3680), (.energy, -1, nil, 0...1_000_000_000), (.battery, .nan, .nan, 0...100),
            (.brightness, 1, nil, 1...100),
        ] as [(CapabilityKind, Double?, Double?, ClosedRange<Double>)])
    func devicesNarrowThePhysicalRange(
        _ kind: CapabilityKind, minimum: Double?, maximum: Double?, expected: ClosedRange<Double>
    ) {
        #expect(Capability(CapabilityName(kind), minimum: minimum, maximum: maximum).range == expected)
    }

    @Test(
        arguments: [
            (.number, "kWh", "kWh"), (.number, "  C ", "C"), (.number, "VOC Index points", "VOC Index points"),
            (.number, "", nil), (.number, " ", nil), (.number, nil, nil), (.power, "kW", "W"),
            (.number, "\u{1B}[31m", "\\u{1b}[31m"), (.choice, "s", nil), (.ph, "pH", nil),
            (.number, String(repeating: "m", count: 40), String(repeating: "m", count: 32) + "…"),
        ] as [(CapabilityKind, String?, String?)])
    func onlyAGenericNumberShowsItsAnnouncedUnit(
        _ kind: CapabilityKind, announced: String?, shown: String?
    ) throws {
        let capability = Capability(CapabilityName(kind), announcedUnit: announced)
        #expect(capability.unitText == shown)
        let stored = try JSONDecoder().decode(Capability.self, from: JSONEncoder().encode(capability))
        #expect(stored == capability)
    }

    /// The JSON is as versions before `announcedUnit` stored it.
    @Test func capabilityWithoutAnAnnouncedUnitIsDecoded() throws {
        let json = #"{"name":"number.rssi","roundsToStep":false,"options":[],"isReported":true,"isCommanded":false}"#
        let capability = try JSONDecoder().decode(Capability.self, from: Data(json.utf8))
        #expect(capability == Capability(try #require(CapabilityName("number.rssi"))))
    }

    @Test func purposesOfPartsSurviveANewDescription() {
        let relay = Capability(CapabilityName(.switch), isCommanded: true)
        let device = Device.sample(parts: [.sample([relay], purpose: .heater)])
        let new = DeviceDescription(
            name: "new", parts: [.sample([relay]), Part(id: PartID("b"), capabilities: [relay])])
        let described = device.described(as: new, native: "native")
        #expect(described.description.parts.map(\.purpose) == [.heater, nil])
        #expect(described.nativeDescription == "native")
        #expect(described.name == device.name)
    }

    @Test func purposesSurviveADescriptionWithoutTheirParts() {
        let relay = Capability(CapabilityName(.switch), isCommanded: true)
        var device = Device.sample(parts: [.sample([relay])])
        device.setPurposes([.main: .heater])
        let whole = device.description
        let piece = device.described(as: DeviceDescription(name: "piece", parts: []), native: nil)
        #expect(piece.description.parts.isEmpty && piece.purposes == [.main: .heater])
        let again = Device.sample(parts: [.sample([relay])]).description
        #expect(piece.described(as: again, native: nil).description == whole)
    }
}
