import HomeModel
import Testing

@testable import HomeKitAccessories

struct HAPTypeTests {
    @Test(
        arguments: [
            "43", "0043", "00000043", "00000043-0000-1000-8000-0026BB765291", "00000043-0000-1000-8000-0026bb765291",
            "{00000043-0000-1000-8000-0026BB765291}", "00000043000010008000 0026BB765291",
        ])
    func everyFormOfATypeIsTheSame(_ text: String) throws {
        let type = try #require(HAPType(text))
        #expect(type == HAPType(.lightbulb))
        #expect(type.service == .lightbulb && type.description == "43")
    }

    @Test func typeOfAMakerKeepsItsUUID() throws {
        let text = "E863F10D-079E-48FF-8F27-9C2605A29F52"
        let type = try #require(HAPType(text.lowercased()))
        #expect(type.description == text && type.number == nil && type.characteristic == nil)
        #expect(HAPType(text + "-0000-1000-8000-0026BB765291") == type)
        // The number of another base is not one of the specification.
        #expect(try #require(HAPType("00000008-0000-1000-8000-001D4B474349")).number == nil)
    }

    @Test(arguments: ["", "-", "zz", "43 lamp", "0x43", "123456789", "E863F10D-079E-48FF-8F27-9C2605A29F5", "é"])
    func otherTextIsNoType(_ text: String) { #expect(HAPType(text) == nil) }

    @Test func longTextIsNoType() { #expect(HAPType(String(repeating: "4", count: 100_000)) == nil) }

    @Test func everyKindHasANameOfItsOwn() {
        let services = AccessoryServiceKind.allCases.map(\.name)
        #expect(services.allSatisfy { !$0.isEmpty } && Set(services).count == services.count)
        let characteristics = CharacteristicKind.allCases.map(\.name)
        #expect(characteristics.allSatisfy { !$0.isEmpty } && Set(characteristics).count == characteristics.count)
    }

    /// A UUID that cannot be parsed would silently become the type 0.
    @Test func everyTypeInTheTablesCanBeParsed() {
        let types = VendorRow.all.map(\.type)
        #expect(Set(types).count == types.count)
        #expect(types.allSatisfy { $0.number == nil })
        #expect(VendorRow.all.filter { $0.kind == .choice }.allSatisfy { $0.target?.number == nil && $0.target != nil })
        #expect(VendorRow.parts.count == 4)
        #expect(LeftOut.silentVendorServices.count == 12)
    }

    @Test func everyServiceHasOneMapping() {
        let services = ServiceMapping.all.map(\.service)
        #expect(Set(services).count == services.count)
        #expect(Set(services).isDisjoint(with: LeftOut.silentServices))
        #expect(Set(services).isDisjoint(with: LeftOut.unsupportedServices.keys))
    }
}
