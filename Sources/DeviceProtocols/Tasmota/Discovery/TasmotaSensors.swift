import HomeModel

/// The example document of `tasmota/discovery/<MAC>/sensors` without its values: the sensors and the quantities of
/// each.
package struct TasmotaSensors: Hashable, Sendable {
    /// The structure of objects and lists. Numbers are 0, and texts are empty except for units.
    let shape: JSONObject
    /// Whether something was left out because of the limits.
    let isCut: Bool

    static let maximumValues = 128
    private static let maximumKeyBytes = 64
    /// A sensor, a quantity and its statistics.
    private static let maximumDepth = 3
    private static let units: Set = ["TempUnit", "PressureUnit", "SpeedUnit"]

    static let none = TasmotaSensors(shape: JSONObject([]), isCut: false)

    /// Decodes `{"sn": {…}, "ver": 1}`.
    package init(_ json: JSONValue) throws(DialectError) {
        guard let sensors = json["sn"], case .object(let document) = sensors else {
            throw .badField("sn", expected: "an object")
        }
        var budget = Self.maximumValues
        var isCut = json["cut"] == true
        shape = Self.shape(of: document, depth: 1, &budget, isCut: &isCut)
        self.isCut = isCut
    }

    private init(shape: JSONObject, isCut: Bool) {
        self.shape = shape
        self.isCut = isCut
    }

    /// The stored form, which `init` can decode again.
    var json: JSONValue { ["sn": .object(shape), "cut": .boolean(isCut)] }

    private static func shape(
        of object: JSONObject, depth: Int, _ budget: inout Int, isCut: inout Bool
    ) -> JSONObject {
        var members: [JSONObject.Member] = []
        var taken: Set<String> = []
        for member in object.members where member.key != "Time" && taken.insert(member.key).inserted {
            guard budget > 0, member.key.utf8.count <= maximumKeyBytes else {
                isCut = true
                continue
            }
            let value = shape(
                of: member.value, depth: depth, isUnit: units.contains(member.key), &budget, isCut: &isCut)
            members.append(JSONObject.Member(key: member.key, value: value))
        }
        return JSONObject(members)
    }

    private static func shape(
        of value: JSONValue, depth: Int, isUnit: Bool, _ budget: inout Int, isCut: inout Bool
    ) -> JSONValue {
        switch value {
        case .object(let object) where depth < maximumDepth:
            budget -= 1
            return .object(shape(of: object, depth: depth + 1, &budget, isCut: &isCut))
        case .object:
            isCut = true
            return .null
        case .list(let values):
            let kept = values.prefix(budget)
            isCut = isCut || kept.count < values.count
            budget -= kept.count
            return .list(kept.map { $0.list == nil && $0.members == nil ? bare($0) : .null })
        default:
            budget -= 1
            return isUnit && (value.text?.utf8.count ?? .max) <= 8 ? value : bare(value)
        }
    }

    private static func bare(_ value: JSONValue) -> JSONValue {
        switch value {
        case .integer, .number: 0
        case .text, .boolean: ""
        default: .null
        }
    }
}
