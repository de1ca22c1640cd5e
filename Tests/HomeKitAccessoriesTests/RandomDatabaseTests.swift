import HomeModel
import SeededRandom
import Testing

@testable import HomeKitAccessories

/// Accessories with random services, characteristics, metadata and values.
struct RandomDatabaseTests {
    @Test(arguments: [UInt64.random(in: .min ... .max)] + Array(1...40)) func randomAccessoriesFollowTheInvariants(
        seed: UInt64
    ) {
        print("randomAccessoriesFollowTheInvariants seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let accessory = Self.accessory(using: &generator)
            let model = AccessoryModel(accessory)
            ModelInvariants.check(model, of: accessory, seed: seed)
            for binding in model.bindings where binding.capability.isCommanded {
                Self.checkNumbers(binding, of: accessory, seed: seed)
            }
        }
    }

    /// A number that was set is reported within the tolerance, if the accessory stores exactly what it receives.
    private static func checkNumbers(_ binding: CapabilityBinding, of accessory: Accessory, seed: UInt64) {
        let capability = binding.capability
        guard capability.valueType == .number, capability.range.lowerBound.isFinite else { return }
        for number in [capability.range.lowerBound, capability.range.upperBound] {
            guard let command = binding.command(to: .number(number)) else { continue }
            #expect(command.writes.allSatisfy { $0.value.number?.isFinite == true }, "seed \(seed)")
            #expect(command.value.has(.number), "seed \(seed)")
            guard case .number(let sent) = command.value else { continue }
            #expect(capability.range.contains(sent), "seed \(seed): \(sent) in \(capability.name)")
        }
    }

    private static let kinds = ServiceMapping.all.map(\.service) + [.inputSource, .cameraStreamManagement]

    private static func accessory(using generator: inout SeededGenerator) -> Accessory {
        var iid: UInt64 = 1
        func next() -> UInt64 {
            iid += 1
            return iid
        }
        let services = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            let kind = Self.kinds.randomElement(using: &generator) ?? .switch
            let isVendor = Int.random(in: 0..<8, using: &generator) == 0
            let own = next()
            let characteristics = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                characteristic(next(), of: kind, using: &generator)
            }
            return AccessoryService(
                iid: own, type: isVendor ? HAPType(number: 0xFFFF) : HAPType(kind),
                isHidden: chance(10, using: &generator),
                isPrimary: chance(4, using: &generator), linked: [1, 2, 3], characteristics: characteristics)
        }
        return Accessory(aid: 1, services: services)
    }

    private static func chance(_ one: Int, using generator: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<one, using: &generator) == 0
    }

    private static let numbers: [Double?] = [
        nil, nil, 0, 1, -1, 0.5, 10, 100, 255, -90, 90, 1e-9, 1e9, 1e308, -1e308, 33.333,
    ]

    private static func characteristic(
        _ iid: UInt64, of service: AccessoryServiceKind, using generator: inout SeededGenerator
    ) -> Characteristic {
        func number() -> Double? { numbers.randomElement(using: &generator) ?? nil }
        let vendor = chance(6, using: &generator) ? VendorRow.all.randomElement(using: &generator)?.type : nil
        // Mostly one that the service has in the tables.
        let usual = ServiceMapping.of(service)?.rows.flatMap { row in
            let (reported, set) = ConformanceTable.characteristics(of: row.form)
            return reported + set
        }
        let kinds = chance(4, using: &generator) ? CharacteristicKind.allCases : usual ?? CharacteristicKind.allCases
        let kind = kinds.randomElement(using: &generator) ?? .on
        let formats: [ValueFormat?] = [nil] + ValueFormat.allCases.map { $0 }
        let values: [HAPValue?] = [
            nil, .boolean(true), .integer(0), .integer(1), .integer(50), .number(21.5), .number(1e308), .text("x"),
            .unsigned(.max),
        ]
        return Characteristic(
            iid: iid, type: vendor ?? HAPType(kind),
            permissions: chance(5, using: &generator)
                ? nil : CharacteristicPermissions(rawValue: .random(in: 0...127, using: &generator)),
            format: formats.randomElement(using: &generator) ?? nil,
            unit: chance(4, using: &generator) ? "furlongs" : nil,
            minimum: number(), maximum: number(), step: number(),
            validValues: chance(6, using: &generator) ? [0, 1] : [],
            validRanges: chance(8, using: &generator) ? [0...2] : [],
            value: values.randomElement(using: &generator) ?? nil,
            label: chance(3, using: &generator) ? "Some label" : nil)
    }
}
