/// One component, reduced to its values and its relevant configuration.
struct ShellyComponent: Hashable, Sendable {
    static let maximumFields = 48
    private static let maximumDepth = 3

    let key: ShellyKey
    /// The paths of the values in the component's status, such as `aenergy.total`.
    let fields: [String]
    /// The members of its configuration that determine the meaning of its values.
    let facts: JSONObject

    init(key: ShellyKey, fields: [String], facts: JSONObject) {
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
