import HomeModel

/// `min:max:step` in the property's own unit; nil means not limited.
package struct HomieRange: Hashable, Sendable {
    package var minimum: Double?
    package var maximum: Double?
    package var step: Double?

    package init(minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
    }

    /// The text of the `format` field; nil if nothing is limited.
    package var text: String? {
        guard minimum != nil || maximum != nil || step != nil else { return nil }
        let bounds = [minimum, maximum].map { $0.map(NumberText.text) ?? "" }.joined(separator: ":")
        return step.map { "\(bounds):\(NumberText.text($0))" } ?? bounds
    }

    /// Rounds to the step, counted from the minimum or else from the maximum. Source: Homie 5 §“Formats”.
    func rounded(_ value: Double) -> Double {
        guard let step, let base = minimum ?? maximum else { return value }
        let nearest = base + ((value - base) / step).rounded() * step
        // Removes the error of the multiplication (0.1 × 3 is 0.30000000000000004), because people and devices compare
        // the text.
        return abs(nearest) < 1e9 && step >= 1e-5 ? (nearest * 1e6).rounded() / 1e6 : nearest
    }
}

/// The colour formats of Homie.
package enum HomieColorFormat: String, Sendable { case hsv, rgb, xyz }

/// The colour payloads of a property.
struct HomieColorEncoding: Hashable, Sendable {
    /// The formats in the device's order of preference.
    let formats: [HomieColorFormat]
    /// Whether a payload begins with the name of its format. Without the name, the property has exactly one format.
    let isNamed: Bool
}

/// A property's `format`, parsed according to its datatype.
enum HomieFormat: Hashable, Sendable {
    case range(HomieRange)
    case options([String])
    /// The labels of `false` and `true`; nil if the device announces none.
    case labels(BooleanWords?)
    case colors(HomieColorEncoding)
    case free

    init(_ property: HomieProperty, convention: HomieConvention = .five) throws(DialectError) {
        let text = property.format ?? ""
        switch property.datatype {
        case .integer: self = .range(try Self.range(text) { NumberText.integer($0).map(Double.init) })
        case .float: self = .range(try Self.range(text) { NumberText.float($0) })
        case .boolean: self = .labels(try Self.labels(text))
        case .enum: self = .options(try Self.options(text))
        case .color: self = .colors(try Self.colors(text, convention: convention))
        case .string, .datetime, .duration, .json: self = .free
        }
    }

    private static func range(
        _ text: String, number: (Substring.UTF8View) -> Double?
    ) throws(DialectError) -> HomieRange {
        guard !text.isEmpty else { return HomieRange() }
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = pieces.map { number($0.utf8) }
        guard (2...3).contains(pieces.count), zip(pieces, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else {
            throw .badField("format", expected: "min:max or min:max:step")
        }
        let range = HomieRange(minimum: numbers[0], maximum: numbers[1], step: pieces.count == 3 ? numbers[2] : nil)
        if let step = range.step, step <= 0 { throw .badField("format", expected: "a step above 0") }
        return range
    }

    private static func options(_ text: String) throws(DialectError) -> [String] {
        let options = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard options.allSatisfy({ !$0.isEmpty }), Set(options).count == options.count else {
            throw .badField("format", expected: "a list of different options, separated by commas")
        }
        // The options are shown to people, also in terminals.
        guard options.allSatisfy({ EscapedText($0, limit: 1024).description == $0 }) else {
            throw .badField("format", expected: "a list of options in visible characters")
        }
        return options
    }

    private static func labels(_ text: String) throws(DialectError) -> BooleanWords? {
        guard !text.isEmpty else { return nil }
        let labels = try options(text)
        guard labels.count == 2 else { throw .badField("format", expected: "two labels, for false and for true") }
        return BooleanWords(whenFalse: labels[0], whenTrue: labels[1])
    }

    private static func colors(
        _ text: String, convention: HomieConvention
    ) throws(DialectError) -> HomieColorEncoding {
        let formats = text.split(separator: ",").map { HomieColorFormat(rawValue: String($0)) }
        guard !formats.isEmpty, !formats.contains(nil) else {
            throw .badField("format", expected: "a list of rgb, hsv and xyz")
        }
        guard convention == .five || formats.count == 1 && formats != [.xyz] else {
            throw .badField("format", expected: "rgb or hsv")
        }
        return HomieColorEncoding(formats: formats.compactMap(\.self), isNamed: convention == .five)
    }
}
