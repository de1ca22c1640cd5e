import DeviceFixtures
import SeededRandom
@testable import DeviceProtocols

/// Puts one wrong value into a JSON document: it removes a member, or replaces it by a value that no device should
/// send.
enum JSONMutation {
    /// `value` yields values that a parser must accept; `document` also yields values that invalidate the whole
    /// document.
    enum Strength { case value, document }

    static func mutate(_ json: JSONValue, strength: Strength, using random: inout SeededGenerator) -> JSONValue {
        switch json {
        case .object(let object) where !object.members.isEmpty && random.chance(0.8):
            let index = Int.random(in: object.members.indices, using: &random)
            var members = object.members
            if random.chance(0.2) {
                members.remove(at: index)
            } else {
                let member = members[index]
                members[index] = .init(key: member.key, value: mutate(member.value, strength: strength, using: &random))
            }
            return .object(JSONObject(members))
        case .list(let values) where !values.isEmpty && random.chance(0.8):
            let index = Int.random(in: values.indices, using: &random)
            var values = values
            if random.chance(0.2) {
                values.remove(at: index)
            } else {
                values[index] = mutate(values[index], strength: strength, using: &random)
            }
            return .list(values)
        default: return wrong(strength, using: &random)
        }
    }

    private static func wrong(_ strength: Strength, using random: inout SeededGenerator) -> JSONValue {
        let values: [JSONValue] = [
            .null, true, false, 0, -1, .integer(.max), .integer(.min), .number(1e308), .number(-1e308),
            .number(.leastNonzeroMagnitude),
            .number(0.1), "", " ", "NaN", "inf", "-1e999", "none", "\u{0}\u{202E}\u{1B}[31m", "a/b/+/#", [], [:],
            .text(String(repeating: "é", count: 1500)), .list(Array(repeating: 0, count: 300)), nested(depth: 6),
            .list((0..<50).map { .text("o\($0)") }), ["a": ["b": 1]], [[["x"]]],
        ]
        let documents: [JSONValue] = [
            nested(depth: 60), .text(String(repeating: "x", count: 70_000)), .text(rawMark + "NaN"),
            .text(rawMark + "1e999"), .text(rawMark + "-Infinity"), .text(rawMark + "{"),
            .text(rawMark + #"{"a":1,"a":2}"#), .list(Array(repeating: [:], count: 9000)),
        ]
        return random.pick(strength == .value ? values : values + documents)
    }

    private static func nested(depth: Int) -> JSONValue { (0..<depth).reduce(1) { inner, _ in ["a": inner] } }

    /// `bytes` writes a text with this prefix without quotation marks, so that the result is not JSON.
    private static let rawMark = "@raw@"

    static func bytes(_ json: JSONValue) -> [UInt8] {
        let text = json.description
        guard text.contains(rawMark) else { return Array(text.utf8) }
        let pieces = text.split(separator: "\"\(rawMark)", omittingEmptySubsequences: false).map(String.init)
        let rest = pieces.dropFirst().map { piece in
            piece.replacing("\\\"", with: "'").replacing("\"", with: "", maxReplacements: 1)
        }
        return Array((pieces.prefix(1) + rest).joined().utf8)
    }

    // MARK: At a path

    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    /// Returns `json` with the value at `path` replaced by the result of `change`; a nil result removes the value.
    static func change(_ json: JSONValue, at path: [Step], change: (JSONValue) -> JSONValue?) -> JSONValue? {
        guard let step = path.first else { return change(json) }
        let rest = Array(path.dropFirst())
        switch (step, json) {
        case (.key(let key), .object(let object)):
            return .object(
                JSONObject(
                    object.members.compactMap { member in
                        guard member.key == key else { return member }
                        return Self.change(member.value, at: rest, change: change).map { .init(key: key, value: $0) }
                    }))
        case (.index(let index), .list(let values)):
            return .list(
                values.enumerated().compactMap { $0 == index ? Self.change($1, at: rest, change: change) : $1 })
        default: return json
        }
    }
}
