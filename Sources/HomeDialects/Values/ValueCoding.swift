import HomeModel

/// How the values of one capability are written in JSON and in plain words, both ways.
enum ValueCoding: Hashable, Sendable {
    case boolean(whenFalse: JSONValue, whenTrue: JSONValue)
    case number(Scale)
    /// Pairs of the device's word and ours.
    case options([ChoiceWord])
    case color(ColorShape)
    case text

    static let maximumTextBytes = 1024

    /// What the device wrote, in the canonical unit.
    func decode(_ value: JSONValue) throws(DialectError) -> CapabilityValue {
        switch self {
        case .boolean(let whenFalse, let whenTrue):
            if value.isSame(as: whenTrue) { return .boolean(true) }
            if value.isSame(as: whenFalse) { return .boolean(false) }
            throw .badPayload(value.excerpt, expected: "\(whenFalse) or \(whenTrue)")
        case .number(let scale):
            guard let number = value.measured.flatMap(scale.canonical) else {
                throw .badPayload(value.excerpt, expected: "a number")
            }
            return .number(number)
        case .options(let options):
            guard let option = options.first(where: { value.isSame(as: .text($0.word)) }) else {
                throw .notAnOption(value.excerpt, options: InertText(options.map(\.word).joined(separator: ", ")))
            }
            return .text(option.meaning)
        case .color(let shape):
            guard let color = shape.decode(value) else {
                throw .badPayload(value.excerpt, expected: "a colour as \(shape)")
            }
            return .color(hue: color.hue, saturation: color.saturation)
        case .text:
            guard case let text = value.text ?? value.description, text.utf8.count <= Self.maximumTextBytes else {
                throw .tooLarge(bytes: Self.maximumTextBytes + 1, limit: Self.maximumTextBytes)
            }
            return .text(text)
        }
    }

    /// Nil when the value is of another type, or has no spelling here.
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

/// How a colour is spelled in JSON.
enum ColorShape: String, Hashable, Sendable {
    /// `{"hue": 0–360, "saturation": 0–100}`
    case hueSaturation
    /// `{"h": 0–360, "s": 0–100}`
    case hs
    /// `{"x": 0–1, "y": 0–1}`
    case xy
    /// `{"r": 0–255, "g": …, "b": …}`
    case rgb

    func decode(_ value: JSONValue) -> (hue: Double, saturation: Double)? {
        let numbers = keys.compactMap { value[$0]?.measured }
        guard numbers.count == keys.count else { return nil }
        switch self {
        case .hueSaturation, .hs:
            guard (0...360).contains(numbers[0]), (0...100).contains(numbers[1]) else { return nil }
            return (numbers[0], numbers[1])
        case .xy:
            guard numbers.allSatisfy((0...1).contains) else { return nil }
            return ColorSpace.hueAndSaturation(ofRGB: ColorSpace.rgb(x: numbers[0], y: numbers[1]))
        case .rgb:
            guard numbers.allSatisfy((0...255).contains) else { return nil }
            return ColorSpace.hueAndSaturation(ofRGB: numbers)
        }
    }

    func encode(hue: Double, saturation: Double) -> JSONValue? {
        guard (0...360).contains(hue), (0...100).contains(saturation) else { return nil }
        let rgb = ColorSpace.rgb(hue: hue, saturation: saturation)
        let numbers: [Double] =
            switch self {
            case .hueSaturation, .hs: [hue, saturation]
            case .xy: ColorSpace.chromaticity(rgb).map { ($0 * 1e4).rounded() / 1e4 }
            case .rgb: rgb.map { ($0 * 255).rounded() }
            }
        let values = numbers.compactMap(JSONValue.init(shortest:))
        return .object(JSONObject(zip(keys, values).map { JSONObject.Member(key: $0, value: $1) }))
    }

    var keys: [String] {
        switch self {
        case .hueSaturation: ["hue", "saturation"]
        case .hs: ["h", "s"]
        case .xy: ["x", "y"]
        case .rgb: ["r", "g", "b"]
        }
    }
}

extension JSONValue {
    /// A number, also one that is written as a text.
    var measured: Double? {
        if let double { return double }
        guard case .text(let text) = self else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { NumberText.float($0) } ?? NumberText.float(text.utf8)
    }

    /// A whole number where it is one; nil for what is not finite.
    init?(shortest value: Double) {
        guard value.isFinite else { return nil }
        self = Int64(exactly: value).map { .integer($0) } ?? .number(value)
    }

    /// Whether a device that writes `other` may also write this: `"on"` for `"ON"`, `1` for `1.0`.
    func isSame(as other: JSONValue) -> Bool {
        if self == other { return true }
        switch (self, other) {
        case (.text(let left), .text(let right)):
            return left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
        case (.integer, .number), (.number, .integer): return double == other.double
        default: return false
        }
    }

    var excerpt: InertText { InertText(text ?? description, limit: 64) }
}
