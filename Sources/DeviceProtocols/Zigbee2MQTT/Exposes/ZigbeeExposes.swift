import HomeModel

/// The leaves of an `exposes` tree and its unsupported parts.
struct ZigbeeExposes {
    static let maximumLeaves = 512
    /// The number of reasons that are listed individually.
    static let maximumReasons = 64
    /// The supported nesting of composites; real devices use at most 2 levels.
    static let maximumDepth = 4
    private static let families: Set<String> = ["light", "switch", "fan", "cover", "lock", "climate"]

    private(set) var leaves: [ZigbeeExpose] = []
    /// The unsupported parts, as `what: why`.
    private(set) var ignored: [String] = []
    /// The number of leaves beyond the limit.
    private var leftOut = 0

    init(_ tree: [JSONValue]) throws(DialectError) {
        for json in tree { try walk(json, family: nil, path: []) }
        if leftOut > 0 {
            ignored.append("exposes: at most \(Self.maximumLeaves) are read, \(leftOut) more are left out")
        }
        if ignored.count > Self.maximumReasons {
            let more = ignored.count - Self.maximumReasons + 1
            ignored =
                ignored.suffix(leftOut > 0 ? 1 : 0) + ignored.prefix(Self.maximumReasons - 2)
                + ["exposes: \(more) more cannot be read"]
        }
    }

    private mutating func walk(
        _ json: JSONValue, family: String?, path: [String]
    ) throws(DialectError) {
        guard leaves.count + ignored.count < Self.maximumLeaves else {
            leftOut += 1
            return
        }
        let type = json["type"]?.text ?? ""
        if Self.families.contains(type), family == nil {
            for feature in json["features"]?.list ?? [] { try walk(feature, family: type, path: []) }
        } else if type == "composite", let shape = Self.colorShapes[json["name"]?.text ?? ""], family == "light" {
            add(json, as: shape, family: family, path: path)
        } else if type == "composite" {
            try walkComposite(json, family: family, path: path)
        } else {
            add(json, as: nil, family: family, path: path)
        }
    }

    /// Adds the features of a composite. A command must contain the whole composite, and the exposes do not say which
    /// features matter, so only the composites of sirens accept commands.
    private mutating func walkComposite(
        _ json: JSONValue, family: String?, path: [String]
    ) throws(DialectError) {
        guard let property = json["property"]?.text, path.count < Self.maximumDepth else {
            ignored.append("\(Self.name(json)): composites need a property and at most \(Self.maximumDepth) levels")
            return
        }
        let access = ZigbeeExpose.Access(rawValue: json["access"]?.integer ?? 1)
        if access.contains(.set), path.isEmpty, let siren = ZigbeeSirenFeature.exposes(of: json) {
            leaves += siren
            return
        }
        if access.contains(.set) { ignored.append("\(Self.name(json)): it accepts commands only as a whole") }
        guard access.contains(.state) else { return }
        for feature in json["features"]?.list ?? [] {
            try walk(feature, family: family, path: path + [property])
        }
    }

    private mutating func add(_ json: JSONValue, as shape: String?, family: String?, path: [String]) {
        do throws(DialectError) {
            let property = try JSONValue.require(try json.briefText(at: "property"), key: "property")
            guard !property.isEmpty else { throw .badField("property", expected: "a text") }
            guard case .object(let object) = json else { throw .badField("exposes", expected: "objects") }
            var members = object.members
            if let shape {
                members += [.init(key: "type", value: "color"), .init(key: "shape", value: .text(shape))]
            }
            if !path.isEmpty {
                let access = json["access"]?.integer ?? 1
                // A feature that is only settable, such as a PIN code, is set with the whole composite.
                guard access & 1 == 1 else { return }
                members.append(.init(key: "access", value: 1))
            }
            let leaf = try ZigbeeExpose(.object(JSONObject(members)), path: path + [property], family: family)
            if leaf.access.isDisjoint(with: [.state, .set]) { throw .badField("access", expected: "1 to 7") }
            leaves.append(leaf)
            let limit = ZigbeeExpose.maximumOptions
            if let options = json["values"]?.list, options.count > limit {
                ignored.append("\(Self.name(json)): at most \(limit) of its \(options.count) values are read")
            }
        } catch {
            ignored.append("\(Self.name(json)): \(error)")
        }
    }

    /// The names that `ZigbeeExpose` uses in its stored form.
    private static let colorShapes = ["color_xy": "xy", "color_hs": "hueSaturation"]

    private static func name(_ json: JSONValue) -> EscapedText {
        EscapedText(json["property"]?.text ?? json["name"]?.text ?? json["type"]?.text ?? "expose", limit: 64)
    }
}
