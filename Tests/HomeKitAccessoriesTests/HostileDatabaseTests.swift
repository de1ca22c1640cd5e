import HomeKitAccessories
import HomeKitProtocol
import HomeModel
import SeededRandom
import Testing

/// No body makes the parser or the mapping trap, or work for long.
struct HostileDatabaseTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func deepNestingIsRefused() {
        for opening in ["[", "{\"a\":"] {
            let body = bytes(String(repeating: opening, count: 500_000))
            #expect(throws: AccessoryDatabaseError.json(.tooDeep(limit: 32))) { try AccessoryDatabase(parsing: body) }
        }
    }

    @Test func largeBodyIsRefused() {
        let body = [UInt8](repeating: 0x20, count: HomeKitJSONLimits.database.bytes + 1)
        #expect(throws: AccessoryDatabaseError.json(.tooManyBytes(limit: body.count - 1))) {
            try AccessoryDatabase(parsing: body)
        }
    }

    @Test func manyValuesAreRefused() {
        let body = bytes("[" + String(repeating: "1,", count: HomeKitJSONLimits.database.values) + "1]")
        #expect(throws: AccessoryDatabaseError.json(.tooManyValues(limit: HomeKitJSONLimits.database.values))) {
            try AccessoryDatabase(parsing: body)
        }
    }

    @Test(arguments: ["{}", "1", "\"accessories\"", "null", #"{"accessories":{}}"#, #"{"status":-70401}"#])
    func bodyWithoutAccessoriesIsRefused(_ text: String) {
        #expect(throws: AccessoryDatabaseError.noAccessories) { try AccessoryDatabase(parsing: bytes(text)) }
    }

    @Test func countsAreLimited() {
        let accessory = #"{"aid":1,"services":[]},"#
        let accessories = "[" + String(repeating: accessory, count: AccessoryDatabaseLimits.accessories + 1) + "]"
        #expect(throws: AccessoryDatabaseError.tooMany("accessories", limit: AccessoryDatabaseLimits.accessories)) {
            try AccessoryDatabase(parsing: bytes(accessories))
        }
        let services = String(repeating: #"{"iid":1,"type":"43"},"#, count: AccessoryDatabaseLimits.services + 1)
        #expect(throws: AccessoryDatabaseError.self) {
            try AccessoryDatabase(parsing: bytes(#"[{"aid":1,"services":["# + services + "]}]"))
        }
        let characteristics = String(
            repeating: #"{"iid":1,"type":"25"},"#, count: AccessoryDatabaseLimits.characteristics + 1)
        #expect(throws: AccessoryDatabaseError.self) {
            try AccessoryDatabase(
                parsing: bytes(
                    #"[{"aid":1,"services":[{"iid":1,"type":"43","characteristics":["# + characteristics + "]}]}]"))
        }
    }

    @Test func membersOfWrongTypesAreIgnored() throws {
        let odd = ["null", "true", "-1", "1.5", "\"\"", "[]", "{}", "[[[]]]", "1e300", "18446744073709551615"]
        let keys = [
            "aid", "services", "iid", "type", "characteristics", "perms", "format", "unit", "minValue", "maxValue",
            "minStep", "maxLen", "valid-values", "valid-values-range", "value", "hidden", "primary", "linked",
            "description",
        ]
        for key in keys {
            for value in odd {
                let characteristic = Self.object(["iid": "11", "type": "\"29\"", "value": "1"], key: key, value: value)
                let service = Self.object(
                    ["iid": "10", "type": "\"40\"", "characteristics": "[\(characteristic)]"], key: key, value: value)
                let accessory = Self.object(["aid": "1", "services": "[\(service)]"], key: key, value: value)
                let database = try AccessoryDatabase(parsing: bytes("{\"accessories\":[\(accessory)]}"))
                for accessory in database.accessories {
                    ModelInvariants.check(AccessoryModel(accessory), of: accessory, seed: 7)
                }
            }
        }
    }

    private static func object(_ members: [String: String], key: String, value: String) -> String {
        var members = members
        members[key] = members[key] == nil || members[key]?.hasPrefix("[") == false ? value : members[key]
        return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// Mutated bytes of the fixtures: a database, or a typed error.
    @Test(arguments: HomeKitFixture.all) func mutatedDatabasesNeverTrap(_ fixture: HomeKitFixture) {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed, stream: fixture.name)
        print("mutatedDatabasesNeverTrap \(fixture.name) seed \(seed)")
        for _ in 0..<60 {
            var body = fixture.body
            for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.mutate(&body, using: &generator) }
            guard let database = try? AccessoryDatabase(parsing: body) else { continue }
            for accessory in database.accessories {
                let model = AccessoryModel(accessory)
                for binding in model.bindings {
                    _ = binding.value(in: accessory.values)
                    _ = binding.command(to: binding.capability.sample)
                }
            }
        }
    }

    private static func mutate(_ body: inout [UInt8], using generator: inout SeededGenerator) {
        guard !body.isEmpty else { return }
        let index = Int.random(in: 0..<body.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: body[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: body.remove(at: index)
        case 2: body.insert(UInt8(ascii: "9"), at: index)
        case 3: body.removeSubrange(index..<min(body.count, index + 40))
        default: body.insert(contentsOf: body[index..<min(body.count, index + 40)], at: index)
        }
    }

    /// Any value of any characteristic yields a value of the capability, or none.
    @Test func anyValueIsReadWithoutATrap() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        print("anyValueIsReadWithoutATrap seed \(seed)")
        for fixture in HomeKitFixture.all {
            for accessory in try fixture.database().accessories {
                let model = AccessoryModel(accessory)
                for _ in 0..<20 {
                    var values: CharacteristicValues = [:]
                    for iid in accessory.services.flatMap(\.characteristics).map(\.iid) {
                        values[iid] = Self.values.randomElement(using: &generator)
                    }
                    for binding in model.bindings {
                        guard case .number(let number)? = binding.value(in: values) else { continue }
                        #expect(binding.capability.range.contains(number), "seed \(seed)")
                    }
                }
            }
        }
    }

    /// Any value of any command yields writes that the format of the characteristic allows, or none.
    @Test func anyCommandIsEncodedWithoutATrap() throws {
        let numbers = [
            0, -0.0, 1, 49.5, 100, 360, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 0x1p64,
        ]
        for fixture in HomeKitFixture.all {
            for accessory in try fixture.database().accessories {
                for binding in AccessoryModel(accessory).bindings {
                    for number in numbers {
                        for value: CapabilityValue in [.number(number), .color(hue: number, saturation: number)] {
                            for write in binding.command(to: value)?.writes ?? [] {
                                #expect(write.value.number?.isFinite == true)
                            }
                        }
                    }
                }
            }
        }
    }

    private static let values: [HAPValue] = [
        .boolean(true), .boolean(false), .integer(.min), .integer(.max), .integer(-1), .integer(0), .integer(1),
        .integer(50), .unsigned(.max), .number(.nan), .number(.infinity), .number(-0.0), .number(1e300),
        .number(21.5), .text(""), .text("12"), .text("nan"), .text("true"), .text(String(repeating: "9", count: 500)),
    ]
}
