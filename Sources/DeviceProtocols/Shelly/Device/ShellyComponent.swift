/// One component, reduced to its values and its relevant configuration.
package struct ShellyComponent: Hashable, Sendable {
    static let maximumFields = 48
    private static let maximumDepth = 3

    package let key: ShellyKey
    /// The paths of the values in the component's status, such as `aenergy.total`.
    let fields: [String]
    /// The members of its configuration that determine the meaning of its values.
    package let facts: JSONObject

    package init(key: ShellyKey, fields: [String], facts: JSONObject) {
        self.key = key
        self.fields = fields
        self.facts = facts
    }

    init(_ key: ShellyKey, status: JSONValue, configuration: JSONValue?) {
        self.key = key
        var fields: [String] = []
        Self.collect(status.members ?? [], below: "", depth: 1, into: &fields)
        self.fields = fields
        facts = JSONObject(
            (ShellyVocabulary.facts[key.type] ?? []).compactMap { name in
                let path = name.split(separator: ".").map(String.init)
                guard let value = configuration?[path: path] ?? status[path: path], value.isShort else { return nil }
                return JSONObject.Member(key: name, value: value)
            })
    }

    func has(_ field: String) -> Bool { fields.contains(field) }

    /// Collects the paths of all values. A `null` means that the value does not exist, except for `state`, which may be
    /// unknown for a while.
    private static func collect(
        _ members: [JSONObject.Member], below path: String, depth: Int, into fields: inout [String]
    ) {
        for member in members where fields.count < maximumFields && member.key.utf8.count <= 32 {
            let path = path + member.key
            guard !ShellyVocabulary.ignoredFields.contains(path), !fields.contains(path) else { continue }
            switch member.value {
            case .object(let object) where depth < maximumDepth:
                collect(object.members, below: path + ".", depth: depth + 1, into: &fields)
            case .object: continue
            case .null where path != "state": continue
            default: fields.append(path)
            }
        }
    }
}

extension JSONValue {
    /// Whether the value is small enough to be stored: a word, a number, or a short list of them.
    fileprivate var isShort: Bool {
        switch self {
        case .null, .object: false
        case .boolean, .integer, .number: true
        case .text(let text): text.utf8.count <= 64
        case .list(let values): values.count <= 32 && values.allSatisfy { $0.list == nil && $0.isShort }
        }
    }
}

/// The key of a component in all documents: `switch:0`, or `wifi` for a type with only one component.
package struct ShellyKey: Hashable, Sendable {
    package let type: String
    package let id: Int?

    /// Returns nil if the text is not a component key.
    init?(_ text: String) {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let type = pieces.first, Self.isType(type) else { return nil }
        switch pieces.count {
        case 1: self.init(type: String(type), id: nil)
        case 2:
            guard pieces[1].utf8.count <= 4, let id = NumberText.integer(pieces[1].utf8), id >= 0, "\(id)" == pieces[1]
            else { return nil }
            self.init(type: String(type), id: Int(id))
        default: return nil
        }
    }

    package init(type: String, id: Int?) {
        self.type = type
        self.id = id
    }

    private static func isType(_ text: Substring) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension ShellyKey: CustomStringConvertible, Comparable {
    package var description: String { id.map { "\(type):\($0)" } ?? type }

    package static func < (left: Self, right: Self) -> Bool {
        (left.type, left.id ?? -1) < (right.type, right.id ?? -1)
    }
}
