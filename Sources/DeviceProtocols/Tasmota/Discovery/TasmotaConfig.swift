import HomeModel

/// The relevant content of `tasmota/discovery/<MAC>/config`. Source: Tasmota `xdrv_12_discovery.ino`.
package struct TasmotaConfig: Hashable, Sendable {
    /// 12 hexadecimal digits in lower case.
    let mac: String
    package let topics: TasmotaTopics
    let name: String
    let module: String?
    /// The names of the outputs in their order.
    let friendlyNames: [String?]
    /// What each power output drives: 0 nothing, 1 a relay, 2 a light, 3 one of a shutter's two relays.
    let outputs: [Int]
    /// The mode of each switch input; -1 if there is no switch or it is not reported.
    let switchModes: [Int]
    let switchNames: [String?]
    let buttons: [Int]
    /// 1 a dimmer, 2 two whites, 3 RGB, 4 RGB and white, 5 RGB and two whites.
    let lightType: Int
    /// Whether the colour and white channels are one light.
    let isLightLinked: Bool
    let shutterOptions: [Int]
    let shutterTilts: [[Int]]
    let onWord: String
    let offWord: String
    let online: String
    let offline: String
    /// The device's settings (`SetOption<n>`) that are on.
    let options: Set<Int>
    let isTuya: Bool
    let isFan: Bool
    let hasBattery: Bool
    let sleepsDeeply: Bool
    /// The fields that `topics` was created from.
    private let addressing: [JSONObject.Member]

    /// More outputs, switches or buttons than any firmware has.
    package static let maximumItems = 64
    /// The keys of lists that are longer than the limit.
    let truncatedLists: [String]

    /// Decodes the document of the device `mac`, which has 12 hexadecimal digits in lower case.
    package init(_ json: JSONValue, mac: String) throws(DialectError) {
        guard json.members != nil else { throw .badPayload(json.excerpt, expected: "an object") }
        guard try json.text(at: "mac")?.lowercased() == mac else {
            throw .badField("mac", expected: "the MAC address of its topic")
        }
        guard try json.wholeNumber(at: "ver") == 1 else { throw .badField("ver", expected: "1") }
        self.mac = mac
        let own = try json.texts(at: "cut") ?? []
        let long = (json.members ?? []).filter { ($0.value.list?.count ?? 0) > Self.maximumItems }.map(\.key)
        truncatedLists = Array((own + long).prefix(Self.maximumItems))
        topics = try TasmotaTopics(
            full: JSONValue.require(json.text(at: "ft"), key: "ft"),
            prefixes: JSONValue.require(json.texts(at: "tp"), key: "tp"),
            topic: JSONValue.require(json.text(at: "t"), key: "t"), host: json.text(at: "hn") ?? "", mac: mac)
        addressing = ["ft", "tp", "t", "hn"].compactMap { key in
            json[key].flatMap { $0.description.utf8.count <= 1024 ? JSONObject.Member(key: key, value: $0) : nil }
        }
        friendlyNames = try json.names(at: "fn")
        module = try json.text(at: "md").flatMap(\.shown)
        name = try json.text(at: "dn").flatMap(\.shown) ?? friendlyNames.lazy.compactMap(\.self).first ?? "Tasmota"
        outputs = try json.numbers(at: "rl")
        switchModes = try json.numbers(at: "swc")
        switchNames = try json.names(at: "swn")
        buttons = try json.numbers(at: "btn")
        lightType = try json.flag(at: "lt_st")
        isLightLinked = try json.flag(at: "lk") != 0
        shutterOptions = try json.numbers(at: "sho")
        shutterTilts = try json.bounded("sht").map { Array(($0.list ?? []).prefix(3).compactMap(\.integer)) }
        let words = try json.texts(at: "state")?.prefix(2) ?? []
        let areUsable = words.count == 2 && words[0] != words[1] && words.allSatisfy { $0.utf8.count <= 32 }
        (offWord, onWord) = areUsable ? (words[0], words[1]) : ("OFF", "ON")
        (online, offline) = (try json.text(at: "onln") ?? "Online", try json.text(at: "ofln") ?? "Offline")
        guard online.utf8.count <= 32, offline.utf8.count <= 32, online != offline else {
            throw .badField("ofln", expected: "a short word other than “onln”")
        }
        let isOn = (try json.object(at: "so") ?? []).filter { $0.value == 1 }.compactMap { Int($0.key) }
        options = Set(isOn.prefix(Self.maximumItems))
        isTuya = try json.flag(at: "ty") == 1
        isFan = try json.flag(at: "if") == 1
        hasBattery = try json.flag(at: "bat") == 1
        sleepsDeeply = try json.flag(at: "dslp") == 1
    }

    /// The stored form, which `init` can decode again.
    var json: JSONValue {
        let isOn = options.sorted().map { JSONObject.Member(key: "\($0)", value: 1) }
        let understood: JSONObject = [
            "mac": .text(mac), "ver": 1, "dn": .text(name), "md": module.map { .text($0) } ?? .null,
            "fn": Self.list(friendlyNames), "rl": Self.list(outputs, unused: 0),
            "swc": Self.list(switchModes, unused: -1), "swn": Self.list(switchNames),
            "btn": Self.list(buttons, unused: 0), "lt_st": .integer(Int64(lightType)), "lk": isLightLinked ? 1 : 0,
            "sho": Self.list(shutterOptions, unused: 0),
            "sht": .list(shutterTilts.map { .list($0.map { .integer(Int64($0)) }) }),
            "state": [.text(offWord), .text(onWord)], "onln": .text(online), "ofln": .text(offline),
            "so": .object(JSONObject(isOn)), "ty": isTuya ? 1 : 0, "if": isFan ? 1 : 0, "bat": hasBattery ? 1 : 0,
            "dslp": sleepsDeeply ? 1 : 0, "cut": .list(truncatedLists.map { .text($0) }),
        ]
        return .object(JSONObject(addressing + understood.members))
    }

    /// Omits unused entries at the end: most lists have an entry for each of 32 outputs.
    private static func list(_ values: [Int], unused: Int) -> JSONValue {
        let count = (values.lastIndex { $0 != unused } ?? -1) + 1
        return .list(values.prefix(count).map { .integer(Int64($0)) })
    }

    private static func list(_ names: [String?]) -> JSONValue {
        let count = (names.lastIndex { $0 != nil } ?? -1) + 1
        return .list(names.prefix(count).map { $0.map { .text($0) } ?? .null })
    }
}

extension JSONValue {
    fileprivate func flag(at key: String) throws(DialectError) -> Int {
        Int(exactly: try wholeNumber(at: key) ?? 0) ?? 0
    }

    fileprivate func numbers(at key: String) throws(DialectError) -> [Int] {
        let values = try bounded(key)
        let numbers = values.compactMap(\.integer)
        guard numbers.count == values.count else { throw .badField(key, expected: "a list of whole numbers") }
        return numbers
    }

    fileprivate func names(at key: String) throws(DialectError) -> [String?] {
        try bounded(key).map { $0.text?.shown }
    }

    fileprivate func bounded(_ key: String) throws(DialectError) -> [JSONValue] {
        Array((try list(at: key) ?? []).prefix(TasmotaConfig.maximumItems))
    }
}

extension String {
    /// The name without invisible characters, with at most 64 scalars; nil if nothing is left.
    fileprivate var shown: String? {
        let scalars = unicodeScalars.prefix(64).filter { EscapedText(String($0)).description == String($0) }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }
}

/// The three topic prefixes of a device: for commands, for replies and for reports. Each ends with `/`.
package struct TasmotaTopics: Hashable, Sendable {
    package let command: String
    package let answer: String
    package let report: String
    /// The first level of all three and the name of the device's credential.
    let root: String

    /// Expands a full topic such as `u/%prefix%/%topic%/`. Source: Tasmota `support_tasmota.ino`, `GetTopic_P`.
    init(full: String, prefixes: [String], topic: String, host: String, mac: String) throws(DialectError) {
        let pieces = prefixes + [topic, host]
        guard full.contains("%prefix%"), full.contains("%topic%"), full.utf8.count <= Self.maximumBytes,
            pieces.allSatisfy(Self.isPiece)
        else { throw Self.badFullTopic }
        guard prefixes.count == 3, Set(prefixes).count == 3 else {
            throw .badField("tp", expected: "three different prefixes")
        }
        let expanded = prefixes.map { prefix in
            let text = full.replacing("%prefix%", with: prefix).replacing("%topic%", with: topic)
                .replacing("%hostname%", with: host).replacing("%id%", with: mac.suffix(6).uppercased())
            return text.hasSuffix("/") ? text : text + "/"
        }
        let levels = expanded.map { TopicName.levels($0).dropLast() }
        guard expanded.allSatisfy(Self.isPlain), levels.allSatisfy({ $0.count > 1 && !$0.contains("") }),
            let root = levels[0].first.map(String.init), levels.allSatisfy({ $0.first.map(String.init) == root }),
            HomieID.isValid(root), !DeviceFamilies.isReserved(root), Set(expanded).count == 3
        else { throw Self.badFullTopic }
        (command, answer, report) = (expanded[0], expanded[1], expanded[2])
        self.root = root
    }

    private static let maximumBytes = 256

    private static let badFullTopic = DialectError.badField(
        "ft", expected: "a full topic below the device's own root, as in u/%prefix%/%topic%/")

    /// A replacement must not contain a placeholder, so that the result stays short.
    private static func isPiece(_ text: String) -> Bool {
        text.utf8.count <= maximumBytes && !text.utf8.contains(UInt8(ascii: "%"))
    }

    /// Whether the topic is short and contains no unknown placeholder.
    private static func isPlain(_ topic: String) -> Bool { isPiece(topic) && TopicName.isValid(topic) }
}
