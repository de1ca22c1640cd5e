/// A feature of a siren's composite. Such a composite (`warning`, `squawk`) is written as a whole and never reported.
/// Omitted members get the defaults of the converter, so each feature is written with the members that produce the
/// intended effect. Source: zigbee-herdsman-converters `src/lib/modernExtend.ts`, “iasWarning”.
struct ZigbeeSirenFeature: Hashable, Sendable {
    /// The features of a siren.
    enum Feature: String, Sendable {
        case power, tone, level, duration
        /// A short tone that signals that something was armed or disarmed.
        case squawk
    }

    let feature: Feature
    /// The mode in which the siren sounds.
    let tone: String
    /// The duration of the sound in seconds; nil if the siren does not support a duration.
    let duration: Double?

    /// The default of the converter is 10 s; a siren that was turned on would then be silent. Source: SmartThings'
    /// drivers for Zigbee sirens, “maxDuration”.
    private static let usualDuration = 180.0
    private static let stopWords: Set<String> = ["stop", "off"]

    /// The features of a composite as exposes with paths of their own; nil if the composite is not a siren that can be
    /// stopped.
    static func exposes(of composite: JSONValue) -> [ZigbeeExpose]? {
        guard let property = composite["property"]?.text else { return nil }
        func feature(_ name: String) -> JSONValue? {
            composite["features"]?.list?.first { ($0["property"] ?? $0["name"])?.text == name }
        }
        switch property {
        case "warning":
            let modes = feature("mode")?["values"]?.texts ?? []
            guard let stop = modes.first(where: { stopWords.contains($0.lowercased()) }),
                let tone = modes.first(where: { $0 == "emergency" }) ?? modes.first(where: { $0 != stop })
            else { return nil }
            let longest = feature("duration").map { min($0["value_max"]?.double ?? usualDuration, usualDuration) }
            let tones = JSONValue.list(modes.filter { $0 != stop }.map { .text($0) })
            let power: JSONValue = ["type": "binary", "value_on": .text(tone), "value_off": .text(stop)]
            let rows: [(Feature, String, JSONValue?)] = [
                (.power, "mode", power), (.tone, "mode", ["type": "enum", "values": tones]),
                (.level, "level", feature("level")), (.duration, "duration", feature("duration")),
            ]
            return rows.compactMap { row in
                let sirenFeature = ZigbeeSirenFeature(feature: row.0, tone: tone, duration: longest)
                return row.2.flatMap { expose(of: $0, [property, row.1], sirenFeature: sirenFeature) }
            }
        case "squawk":
            let sirenFeature = ZigbeeSirenFeature(feature: .squawk, tone: "", duration: nil)
            return feature("state").flatMap { expose(of: $0, [property, "state"], sirenFeature: sirenFeature) }.map {
                [$0]
            }
        default: return nil
        }
    }

    private static func expose(of json: JSONValue, _ path: [String], sirenFeature: ZigbeeSirenFeature)
        -> ZigbeeExpose?
    {
        guard case .object(let object) = json else { return nil }
        let members = object.members.filter { $0.key != "access" } + [.init(key: "access", value: 2)]
        var expose = try? ZigbeeExpose(.object(JSONObject(members)), path: path, family: nil)
        expose?.sirenFeature = sirenFeature
        return expose
    }

    /// The members to write together with `native`, the value of the feature.
    func companions(of native: JSONValue) -> [JSONObject.Member] {
        let sounds = JSONObject.Member(key: "mode", value: .text(tone))
        let lasts = duration.flatMap(JSONValue.init(shortest:)).map { [JSONObject.Member(key: "duration", value: $0)] }
        switch feature {
        // With the default of the converter, the strobe would continue to flash.
        case .power where native != .text(tone): return [.init(key: "strobe", value: false)]
        case .power, .tone: return lasts ?? []
        case .level: return [sounds] + (lasts ?? [])
        case .duration: return [sounds]
        case .squawk: return []
        }
    }
}

// MARK: Stored form

extension ZigbeeSirenFeature {
    init?(stored json: JSONValue) {
        guard let feature = json["feature"]?.text.flatMap(Feature.init) else { return nil }
        self.init(feature: feature, tone: json["tone"]?.text ?? "", duration: json["duration"]?.double)
    }

    var stored: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("feature", .text(feature.rawValue)), ("tone", .text(tone)),
            ("duration", duration.flatMap(JSONValue.init(shortest:))),
        ]
        return .object(
            JSONObject(members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
    }
}
