import HomeModel

/// One fact of a device: its place below the device, such as `relay/on/$datatype`.
struct Homie4Attribute: Hashable, Sendable {
    let device: String
    /// As levels of the topic: `$name`, `relay/$name` or `relay/on/$name`.
    let place: String
    let name: String

    /// Nil where a level is no id.
    init?(_ levels: [Substring]) {
        guard Self.isHeard(levels), levels.dropLast().allSatisfy({ HomieID.isValid(String($0)) || $0 == "$fw" }) else {
            return nil
        }
        device = String(levels[1])
        place = levels[2...].joined(separator: "/")
        name = levels[2] == "$fw" ? "$fw/name" : String(levels[levels.count - 1])
    }

    // MARK: Topics

    static let filters =
        ofDevices.map { "+/+/\($0)" } + ["+/+/$fw/name"] + ofNodes.map { "+/+/+/\($0)" }
        + ofProperties.map { "+/+/+/+/\($0)" }

    static func isHeard(_ levels: [Substring]) -> Bool {
        switch levels.count {
        case 3: ofDevices.contains(levels[2])
        case 4: levels[2] == "$fw" ? levels[3] == "name" : ofNodes.contains(levels[3])
        case 5: ofProperties.contains(levels[4])
        default: false
        }
    }

    private static let ofDevices: [Substring] = ["$homie", "$name", "$nodes", "$mac", "$state"]
    private static let ofNodes: [Substring] = ["$name", "$type", "$properties"]
    private static let ofProperties: [Substring] = ["$name", "$datatype", "$format", "$settable", "$retained", "$unit"]
}

// MARK: What is said there

extension Homie4Attribute {
    /// The text of a payload that can be used.
    func read(_ payload: [UInt8]) throws(DialectError) -> String {
        let limit = isList ? Self.maximumListBytes : HomieDescription.maximumTextBytes
        guard payload.count <= limit else { throw .tooLarge(bytes: payload.count, limit: limit) }
        guard let text = String(validating: payload, as: UTF8.self) else { throw .notUTF8 }
        switch name {
        case "$homie": try HomieConvention.four.check(text)
        case "$settable", "$retained":
            guard ["true", "false"].contains(text) else { throw .badField(name, expected: "true or false") }
        default: break
        }
        return text
    }

    /// Why a part of what is said there is left out.
    func complaint(_ text: String) -> DialectError? {
        if isList, !Self.entries(text).allSatisfy({ HomieID.isValid(String($0)) }) {
            return .badField(name, expected: "a list of ids of a–z, 0–9 and -; arrays are not read")
        }
        if isList, Self.entries(text).count > listLimit {
            return .tooMany(name == "$nodes" ? "nodes" : "properties in a node", limit: listLimit)
        }
        if name == "$datatype", HomieDatatype(homie4: text) == nil {
            return .badField(name, expected: "integer, float, boolean, string, enum or color")
        }
        return nil
    }

    /// Those of a list that can be ids, no more than are read.
    static func ids(_ text: String, limit: Int) -> [String] {
        entries(text).prefix(limit).map(String.init).filter(HomieID.isValid)
    }

    private var listLimit: Int {
        name == "$nodes" ? HomieDescription.maximumNodes : HomieDescription.maximumPropertiesPerNode
    }

    var isList: Bool { name == "$nodes" || name == "$properties" }

    private static let maximumListBytes = HomieDescription.maximumNodes * (HomieID.maximumBytes + 1)

    private static func entries(_ list: String) -> [Substring] {
        list.split { $0 == "," || $0 == " " }
    }
}

extension HomieDatatype {
    /// The later ones came with Homie 5.
    init?(homie4 word: String) {
        guard let datatype = HomieDatatype(rawValue: word), ![.datetime, .duration, .json].contains(datatype) else {
            return nil
        }
        self = datatype
    }
}
