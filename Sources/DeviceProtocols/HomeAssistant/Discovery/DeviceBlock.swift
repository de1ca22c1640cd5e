import HomeModel

/// The `device` object of a discovery payload: identifies and describes the device of an entity.
struct DeviceBlock: Hashable, Sendable {
    let identifiers: [String]
    /// Pairs such as `["mac", "aa:bb:cc:dd:ee:ff"]`.
    let connections: [[String]]
    let name: String?
    let manufacturer: String?
    let model: String?
    let firmware: String?

    static let maximumIdentifiers = 16
    static let shownScalars = 128

    /// Returns nil if there is no object, or nothing in it identifies the device.
    init?(_ json: JSONValue?) throws(DialectError) {
        guard let json, json != .null else { return nil }
        let members = try Self.members(json)
        func text(_ key: String) -> String? {
            // One more than is shown, so that the shortened text ends with an ellipsis.
            members[key]?.word.flatMap { $0.isEmpty ? nil : String($0.unicodeScalars.prefix(Self.shownScalars + 1)) }
        }
        identifiers = Self.words(members["identifiers"]).sorted()
        connections = (members["connections"]?.list ?? []).prefix(Self.maximumIdentifiers).map(Self.words)
            .filter { $0.count == 2 }.sorted(by: Self.precedes)
        guard !identifiers.isEmpty || !connections.isEmpty else { return nil }
        name = text("name")
        manufacturer = text("manufacturer")
        model = text("model")
        firmware = text("sw_version")
    }

    private init(_ old: DeviceBlock, _ new: DeviceBlock) {
        identifiers = Array(Set(old.identifiers + new.identifiers).sorted().prefix(Self.maximumIdentifiers))
        connections = Array(
            Set(old.connections + new.connections).sorted(by: Self.precedes).prefix(Self.maximumIdentifiers))
        name = new.name ?? old.name
        manufacturer = new.manufacturer ?? old.manufacturer
        model = new.model ?? old.model
        firmware = new.firmware ?? old.firmware
    }

    private static func precedes(_ one: [String], _ other: [String]) -> Bool {
        (one[1], one[0]) < (other[1], other[0])
    }

    /// Adds the data of another entity's block, because entities describe their device in different detail.
    func completed(by other: DeviceBlock?) -> DeviceBlock { other.map { DeviceBlock(self, $0) } ?? self }

    /// The first identifier in alphabetical order, because entities may list the identifiers in any order.
    var identity: String {
        let text = identifiers.first ?? connections.first.map { $0.joined(separator: ":") } ?? ""
        return EscapedText(text, limit: 128).description
    }

    /// The stored form, without the fields that the gateway does not use.
    var json: JSONValue {
        let texts = [("name", name), ("mf", manufacturer), ("mdl", model)]
        var members: [JSONObject.Member] = [.init(key: "ids", value: .list(identifiers.map { .text($0) }))]
        if !connections.isEmpty {
            let pairs = connections.map { JSONValue.list($0.map { .text($0) }) }
            members.append(.init(key: "cns", value: .list(pairs)))
        }
        members += texts.compactMap { key, text in text.map { .init(key: key, value: .text($0)) } }
        return .object(JSONObject(members))
    }

    private static func members(_ json: JSONValue) throws(DialectError) -> [String: JSONValue] {
        guard let members = json.members else { throw .badField("device", expected: "an object") }
        return Dictionary(members.map { (DiscoveryKeys.device[$0.key] ?? $0.key, $0.value) }) { $1 }
    }

    private static func words(_ json: JSONValue?) -> [String] {
        (json?.list ?? json.map { [$0] } ?? []).prefix(maximumIdentifiers).compactMap(\.word)
            .filter { !$0.isEmpty && $0.utf8.count <= 256 }
    }
}

// MARK: Hardware

extension DeviceBlock {
    /// The hardware ids in the connections, and in identifiers that are an address or end in one:
    /// `zigbee2mqtt_0x00158d0001abcdef`.
    var hardware: Set<HardwareID> {
        let told = connections.compactMap { HardwareID($0[1]) }
        return Set(told + identifiers.compactMap(Self.hardware))
    }

    /// Text with digits only is ignored, because it is more likely a serial number.
    private static func hardware(in identifier: String) -> HardwareID? {
        let words = [identifier] + identifier.split(whereSeparator: { "_ /".contains($0) }).map(String.init)
        return words.lazy.filter { $0.contains { !$0.isNumber } }.compactMap { HardwareID($0) }.first
    }
}
