import HomeModel

/// The stored description of a device, taken from its replies. The model is created from it alone.
package struct ShellyDocument: Hashable, Sendable {
    static let maximumComponents = 128
    /// A gateway for many Bluetooth devices needs half of this size.
    static let maximumBytes = 16 << 10

    /// 12 lower-case hexadecimal digits.
    package let mac: String
    package let name: String
    package let model: String?
    /// Whether the device sleeps and is connected only for moments.
    let sleeps: Bool
    package let components: [ShellyComponent]
    /// The number of components that are missing because of the limits.
    let leftOut: Int

    /// Creates the document from the results of `Shelly.GetDeviceInfo`, `Shelly.GetConfig` and `Shelly.GetStatus`.
    /// `unlisted` is the number of components that the device has but did not list.
    init(info: JSONValue, configuration: JSONValue, status: JSONValue, unlisted: Int = 0) throws(DialectError) {
        guard let generation = try info.wholeNumber(at: "gen"), generation >= 2 else {
            throw .badField("gen", expected: "2 or more")
        }
        mac = try Self.mac(try info.text(at: "mac"))
        let names = [
            info["name"]?.text, configuration[path: ["sys", "device", "name"]]?.text, info["id"]?.text,
            info["app"]?.text,
        ]
        name = String((names.lazy.compactMap(\.self).first { !$0.isEmpty } ?? mac).unicodeScalars.prefix(100))
        model = (info["app"]?.text ?? info["model"]?.text).map { EscapedText($0, limit: 64).description }
        sleeps = (status[path: ["sys", "wakeup_period"]]?.double ?? 0) > 0
        var components: [ShellyKey: ShellyComponent] = [:]
        let configurations = Dictionary((configuration.members ?? []).map { ($0.key, $0.value) }) { $1 }
        for member in (status.members ?? []).unique {
            guard let key = ShellyKey(member.key), !ShellyVocabulary.isOfTheSystem(key) else { continue }
            components[key] = ShellyComponent(key, status: member.value, configuration: configurations[member.key])
        }
        let all = components.values.sorted { $0.key < $1.key }
        var size = 0
        // Components beyond the limits are left out, and `ShellyMapping` reports their number.
        let kept = all.prefix(Self.maximumComponents).prefix { component in
            size += component.size
            return size <= Self.maximumBytes
        }
        (self.components, leftOut) = (Array(kept), all.count - kept.count + unlisted)
    }

    /// Creates the document of a simulated device. Throws if `mac` is no MAC address, or if there are too many components.
    package init(mac: String, name: String, model: String?, components: [ShellyComponent]) throws(DialectError) {
        guard components.count <= Self.maximumComponents else {
            throw .tooMany("components", limit: Self.maximumComponents)
        }
        self.mac = try Self.mac(mac)
        self.name = name
        self.model = model
        sleeps = false
        self.components = components
        leftOut = 0
    }

    private static func mac(_ text: String?) throws(DialectError) -> String {
        guard let id = text.flatMap({ HardwareID($0) }), id.scheme == .mac else {
            throw .badField("mac", expected: "12 hexadecimal digits")
        }
        return id.digits
    }
}

// MARK: Stored form

extension ShellyDocument {
    init(native: [UInt8]) throws(DialectError) {
        let json = try JSONValue(parsing: native)
        mac = try Self.mac(try json.text(at: "mac"))
        name = try json.text(at: "name") ?? mac
        model = try json.text(at: "model")
        sleeps = try json.boolean(at: "sleeps") ?? false
        leftOut = Int(exactly: try json.wholeNumber(at: "leftOut") ?? 0) ?? 0
        let members = try json.object(at: "components") ?? []
        guard members.count <= Self.maximumComponents else {
            throw .tooMany("components", limit: Self.maximumComponents)
        }
        components = members.compactMap { member in
            ShellyKey(member.key).map { key in
                let fields = member.value["has"]?.texts ?? []
                let facts = (member.value.members ?? []).filter { $0.key != "has" }
                return ShellyComponent(
                    key: key, fields: Array(fields.prefix(ShellyComponent.maximumFields)), facts: JSONObject(facts))
            }
        }
    }

    var native: String {
        let components = components.map(\.native)
        let members: [(String, JSONValue?)] = [
            ("mac", .text(mac)), ("name", .text(name)), ("model", model.map { .text($0) }),
            ("sleeps", sleeps ? true : nil), ("leftOut", leftOut > 0 ? .integer(Int64(leftOut)) : nil),
            ("components", .object(JSONObject(components))),
        ]
        return JSONValue.object(
            JSONObject(members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } })
        ).description
    }
}

extension ShellyComponent {
    fileprivate var native: JSONObject.Member {
        let fields = JSONValue.list(fields.map { .text($0) })
        return JSONObject.Member(
            key: key.description, value: .object(JSONObject([.init(key: "has", value: fields)] + facts.members)))
    }

    /// The size of the stored form in bytes.
    fileprivate var size: Int { key.description.utf8.count + native.value.description.utf8.count + #""":,"#.utf8.count }
}
