import HomeKitAccessories
import HomeKitProtocol
import HomeModel
import Testing

/// A bridge with as many accessories as the specification allows.
struct LargeDatabaseTests {
    private static func body(accessories: Int) -> [UInt8] {
        let list = (1...accessories).map { aid in
            """
            {"aid":\(aid),"services":[{"iid":1,"type":"3E","characteristics":[{"iid":2,"type":"23","perms":["pr"],\
            "format":"string","value":"Lamp \(aid)"}]},{"iid":10,"type":"43","characteristics":[\
            {"iid":11,"type":"25","perms":["pr","pw","ev"],"format":"bool","value":true},\
            {"iid":12,"type":"8","perms":["pr","pw","ev"],"format":"int","value":50,"minValue":0,"maxValue":100},\
            {"iid":13,"type":"13","perms":["pr","pw","ev"],"format":"float","value":5},\
            {"iid":14,"type":"2F","perms":["pr","pw","ev"],"format":"float","value":5}]},\
            {"iid":20,"type":"8A","characteristics":[{"iid":21,"type":"11","perms":["pr","ev"],"value":20.5}]}]}
            """
        }
        return Array(("{\"accessories\":[" + list.joined(separator: ",") + "]}").utf8)
    }

    @Test(.timeLimit(.minutes(5))) func bridgeWith150AccessoriesIsMapped() throws {
        let database = try AccessoryDatabase(parsing: Self.body(accessories: 150))
        let models = database.accessories.map { AccessoryModel($0) }
        #expect(models.count == 150 && models.allSatisfy { $0.description.parts.count == 2 })
        #expect(models.allSatisfy { $0.bindings.count == 4 })
    }

    /// A body of the largest size that is allowed, mostly one text.
    @Test(.timeLimit(.minutes(5))) func largestBodyIsParsed() throws {
        let text = String(repeating: "x", count: HomeKitJSONLimits.database.bytes - 200)
        let body = Array(
            #"[{"aid":1,"services":[{"iid":1,"type":"3E","characteristics":[{"iid":2,"type":"23","value":"\#(text)"}]}]}]"#
                .utf8)
        let database = try AccessoryDatabase(parsing: body)
        #expect(AccessoryModel(try #require(database.root)).description.name.count <= 110)
    }
}
