import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// Measurements: scales, units, and the numbers that mean *unknown*.
struct MeasurementMappingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let cluster: UInt32
        var attribute: UInt32 = 0
        let raw: TLVValue
        let name: String
        let expected: Double?
        var others: [UInt32: TLVValue] = [:]
        var features: UInt64 = 1

        var testDescription: String { "\(ClusterTable[cluster]?.name ?? "") \(raw)" }
    }

    static let cases: [Case] = [
        Case(cluster: 0x0402, raw: .signed(2_150), name: "temperature", expected: 21.5),
        Case(cluster: 0x0402, raw: .signed(-1_234), name: "temperature", expected: -12.34),
        Case(cluster: 0x0402, raw: .signed(-32_768), name: "temperature", expected: nil),
        Case(cluster: 0x0402, raw: .null, name: "temperature", expected: nil),
        Case(
            cluster: 0x0402, raw: .signed(0), name: "temperature", expected: 0,
            others: [1: .signed(255), 2: .signed(255)]),
        Case(cluster: 0x0405, raw: .unsigned(4_621), name: "humidity", expected: 46.21),
        Case(cluster: 0x0405, raw: .unsigned(10_001), name: "humidity", expected: nil),
        Case(cluster: 0x0405, raw: .unsigned(65_535), name: "humidity", expected: nil),
        Case(cluster: 0x0403, raw: .signed(1_013), name: "pressure", expected: 1_013, features: 0),
        Case(cluster: 0x0404, raw: .unsigned(55), name: "flow", expected: 5.5),
        Case(cluster: 0x0404, raw: .unsigned(65_535), name: "flow", expected: nil),
        Case(cluster: 0x0400, raw: .unsigned(0), name: "illuminance", expected: 0),
        Case(cluster: 0x0400, raw: .unsigned(1), name: "illuminance", expected: 1),
        Case(cluster: 0x0400, raw: .unsigned(20_001), name: "illuminance", expected: 100),
        Case(cluster: 0x0400, raw: .unsigned(40_001), name: "illuminance", expected: 10_000),
        Case(cluster: 0x0400, raw: .unsigned(65_535), name: "illuminance", expected: nil),
        Case(cluster: 0x0400, raw: .null, name: "illuminance", expected: nil),
        Case(cluster: 0x2F, attribute: 0x0C, raw: .unsigned(181), name: "battery", expected: 90.5),
        Case(cluster: 0x2F, attribute: 0x0C, raw: .unsigned(255), name: "battery", expected: nil),
        Case(cluster: 0x2F, attribute: 0x0B, raw: .unsigned(3_008), name: "voltage.battery", expected: 3.008),
        Case(cluster: 0x2F, attribute: 0x0B, raw: .unsigned(0), name: "voltage.battery", expected: nil),
        Case(cluster: 0x90, attribute: 8, raw: .signed(99_750), name: "power", expected: 99.75),
        Case(cluster: 0x90, attribute: 8, raw: .signed(-5_000), name: "power", expected: nil),
        Case(
            cluster: 0x90, attribute: 8, raw: .signed(-5_000), name: "power", expected: -5,
            others: [2: .array([.structure([0: .unsigned(5), 2: .signed(-10_000)])])]),
        Case(cluster: 0x90, attribute: 4, raw: .signed(230_123), name: "voltage", expected: 230.123),
        Case(
            cluster: 0x90, attribute: 4, raw: .null, name: "voltage", expected: 229, others: [0x0B: .signed(229_000)]),
        Case(cluster: 0x90, attribute: 5, raw: .signed(433), name: "current", expected: 0.433),
        Case(cluster: 0x90, attribute: 0x0E, raw: .signed(49_980), name: "frequency", expected: 49.98),
        Case(cluster: 0x90, attribute: 0x11, raw: .signed(9_850), name: "powerFactor", expected: 0.985),
        Case(
            cluster: 0x91, attribute: 1, raw: .structure([0: .unsigned(123_456_789)]), name: "energy",
            expected: 123.456789),
        Case(cluster: 0x91, attribute: 1, raw: .null, name: "energy", expected: nil),
        Case(
            cluster: 0x91, attribute: 2, raw: .structure([0: .unsigned(1_000_000)]), name: "energy.exported",
            expected: 1),
        Case(cluster: 0x040D, raw: .float(612.5), name: "co2", expected: 612.5, others: [8: .unsigned(0)]),
        Case(cluster: 0x040D, raw: .float(612.5), name: "co2", expected: 0.6125, others: [8: .unsigned(1)]),
        Case(cluster: 0x040D, raw: .float(1_800), name: "co2", expected: 1_000.022722, others: [8: .unsigned(3)]),
        Case(cluster: 0x040D, raw: .float(612.5), name: "co2", expected: 612.5),
        Case(cluster: 0x040D, raw: .float(.nan), name: "co2", expected: nil),
        Case(cluster: 0x042A, raw: .float(12), name: "pm25", expected: 12, others: [8: .unsigned(4)]),
        Case(cluster: 0x042A, raw: .float(0.012), name: "pm25", expected: 12, others: [8: .unsigned(3)]),
        Case(cluster: 0x042A, raw: .float(12), name: "number.pm25", expected: 12, others: [8: .unsigned(0)]),
        Case(cluster: 0x042E, raw: .float(120), name: "number.voc", expected: 120, others: [8: .unsigned(1)]),
        Case(cluster: 0x0413, raw: .float(10), name: "no2", expected: 18.816360, others: [8: .unsigned(1)]),
        Case(cluster: 0x042F, raw: .float(35), name: "number.radon", expected: 35, others: [8: .unsigned(7)]),
        Case(cluster: 0x0430, attribute: 1, raw: .unsigned(31), name: "soilMoisture", expected: 31),
    ]

    @Test(arguments: cases) func attributeBecomesTheValue(_ example: Case) throws {
        var attributes = example.others
        attributes[example.attribute] = example.raw
        let node = SampleNode(features: [example.cluster: example.features], attributes: [example.cluster: attributes])
        let binding = try #require(node[example.name], "\(example.name)")
        guard let expected = example.expected else {
            #expect(binding.value(in: node.values) == nil)
            return
        }
        guard case .number(let number)? = binding.value(in: node.values) else {
            Issue.record("\(example.name) has no value")
            return
        }
        #expect(abs(number - expected) < 1e-4, "\(number)")
    }

    @Test func scaledPressureIsMoreExact() {
        let node = SampleNode(
            features: [0x0403: 1],
            attributes: [0x0403: [0: .signed(1_013), 0x10: .signed(10_132), 0x14: .signed(-1)]])
        #expect(node.value("pressure") == .number(1_013.2))
    }

    @Test(
        arguments: [
            (0x15, "contact", true), (0x43, "leak", true), (0x44, "choice.rain", nil), (0x41, "choice.freeze", nil),
            (0x99, "choice.state", nil),
        ] as [(UInt64, String, Bool?)])
    func booleanStateFollowsTheDeviceType(_ type: UInt64, name: String, expected: Bool?) {
        let node = SampleNode(types: [type], attributes: [0x45: [0: true]])
        #expect(node.value(name) == expected.map { .boolean($0) } ?? .text("yes"))
        #expect(node.model.devices[0].bindings.count == 1)
        #expect(SampleNode(types: [type], attributes: [0x45: [0: .null]]).value(name) == nil)
    }

    @Test func occupancyIsTheLowestBit() {
        func occupancy(_ value: TLVValue) -> CapabilityValue? {
            SampleNode(types: [0x0107], attributes: [0x0406: [0: value]]).value("occupancy")
        }
        #expect(occupancy(.unsigned(1)) == .boolean(true) && occupancy(.unsigned(0)) == .boolean(false))
        #expect(occupancy(.unsigned(2)) == .boolean(false) && occupancy(.null) == nil)
    }

    @Test func batteryIsLowByItsLevelOrBecauseItIsToBeReplaced() {
        func isLow(_ attributes: [UInt32: TLVValue]) -> CapabilityValue? {
            SampleNode(features: [0x2F: 2], attributes: [0x2F: attributes]).value("lowBattery")
        }
        #expect(isLow([0x0E: .unsigned(0), 0x0F: false]) == .boolean(false))
        #expect(isLow([0x0E: .unsigned(1)]) == .boolean(true))
        #expect(isLow([0x0E: .unsigned(0), 0x0F: true]) == .boolean(true))
        #expect(isLow([0x0E: .unsigned(9)]) == nil)
    }

    @Test(arguments: [(0, false), (1, true), (2, true), (3, nil)] as [(UInt64, Bool?)])
    func smokeAlarmWarnsFromItsFirstLevel(_ state: UInt64, expected: Bool?) {
        let node = SampleNode(types: [0x76], attributes: [0x5C: [1: .unsigned(state), 2: .unsigned(state)]])
        #expect(node.value("smoke") == expected.map { .boolean($0) })
        #expect(node.value("carbonMonoxide") == expected.map { .boolean($0) })
    }

    @Test func energyIsReportedByEventsToo() throws {
        let node = SampleNode(attributes: [0x91: [1: .null, 2: .null]])
        let event = NodeEvent(
            path: EventPath(endpoint: 1, cluster: 0x91, event: 0),
            data: .structure([0: .structure([0: .unsigned(2_000_000)]), 1: .structure([0: .unsigned(500_000)])]))
        let values = node.model.values(of: event).map { "\($0.binding.capability.name) \($0.value)" }
        #expect(values == ["energy 2", "energy.exported 0.5"])
    }

    @Test func metersOfMakersCountOnlyWithoutTheStandardOnes() {
        let eve: [UInt32: TLVValue] = [
            0x130A_000A: .float(12.5), 0x130A_000B: .float(0.22), 0x130A_0008: .float(238.8), 0x130A_0009: .float(0),
        ]
        let alone = SampleNode(attributes: [0x130A_FC01: eve])
        #expect(alone.value("voltage") == .number(238.8) && alone.value("energy") == .number(0.22))
        #expect(alone.model.pollPlan.attributes.count == 4)
        #expect(alone["power"]?.isPolled == true)
        let both = SampleNode(attributes: [0x130A_FC01: eve, 0x90: [8: .signed(1_000)]])
        #expect(both.value("power") == .number(1) && both["voltage"] == nil)
        // The energy has no standard cluster here.
        #expect(both.model.pollPlan.attributes.map(\.attribute) == [0x130A_000B])
    }
}
