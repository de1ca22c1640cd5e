import HomeModel

/// Encodes and decodes the values of one capability as JSON values or plain words.
enum ValueCoding: Hashable, Sendable {
    case boolean(whenFalse: JSONValue, whenTrue: JSONValue)
    case number(Scale)
    /// Pairs of the device's word and the gateway's word.
    case options([ChoiceWord])
    case color(ColorFormat)
    case text

    static let maximumTextBytes = 1024

    /// Decodes a value into the canonical unit.
    func decode(_ value: JSONValue) throws(DialectError) -> CapabilityValue {
        switch self {
        case .boolean(let whenFalse, let whenTrue):
            if value.isSame(as: whenTrue) { return .boolean(true) }
            if value.isSame(as: whenFalse) { return .boolean(false) }
            throw .badPayload(value.excerpt, expected: "\(whenFalse) or \(whenTrue)")
        case .number(let scale):
            guard let number = value.numericValue.flatMap(scale.canonical) else {
                throw .badPayload(value.excerpt, expected: "a number")
            }
            return .number(number)
        case .options(let options):
            guard let option = options.first(where: { value.isSame(as: .text($0.word)) }) else {
                throw .notAnOption(value.excerpt, options: EscapedText(options.map(\.word).joined(separator: ", ")))
            }
            return .text(option.meaning)
        case .color(let shape):
            guard let color = shape.decode(value) else {
                throw .badPayload(value.excerpt, expected: "a colour as \(shape)")
            }
            return .color(hue: color.hue, saturation: color.saturation)
        case .text:
            let text = value.text ?? value.description
            guard text.utf8.count <= Self.maximumTextBytes else {
                throw .tooLarge(bytes: text.utf8.count, limit: Self.maximumTextBytes)
            }
            return .text(text)
        }
    }

    /// Returns nil if the value has another type or cannot be expressed.
    func encode(_ value: CapabilityValue) -> JSONValue? {
        switch (self, value) {
        case (.boolean(let whenFalse, let whenTrue), .boolean(let value)): value ? whenTrue : whenFalse
        case (.number(let scale), .number(let value)): scale.native(value).flatMap(JSONValue.init(shortest:))
        case (.options(let options), .text(let meaning)):
            options.first { $0.meaning == meaning }.map { .text($0.word) }
        case (.color(let shape), .color(let hue, let saturation)): shape.encode(hue: hue, saturation: saturation)
        case (.text, .text(let text)): .text(text)
        default: nil
        }
    }
}

extension JSONValue {
    /// The value as a number, also if it is written as a text.
    var numericValue: Double? {
        if let double { return double }
        guard case .text(let text) = self else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { NumberText.float($0) } ?? NumberText.float(text.utf8)
    }

    /// Uses a whole number if possible; nil if `value` is not finite.
    package init?(shortest value: Double) {
        guard value.isFinite else { return nil }
        self = Int64(exactly: value).map { .integer($0) } ?? .number(value)
    }

    /// Returns whether a device that writes `other` may also write this value: `"on"` for `"ON"`, `1` for `1.0`.
    func isSame(as other: JSONValue) -> Bool {
        if self == other { return true }
        switch (self, other) {
        case (.text(let left), .text(let right)):
            return left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
        case (.integer, .number), (.number, .integer): return double == other.double
        default: return false
        }
    }

    /// A short excerpt of the value for messages.
    var excerpt: EscapedText { EscapedText(text ?? description, limit: 64) }
}

/// An option in the device's word, and its meaning in the gateway's model.
struct ChoiceWord: Hashable, Sendable {
    let word: String
    let meaning: String
}

/// A device's words for false and true.
struct BooleanWords: Hashable, Sendable {
    let whenFalse: String
    let whenTrue: String
}
