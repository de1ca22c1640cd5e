import HomeModel

/// Encodes and decodes the payloads of one property. It does not check whether a value is allowed.
enum HomieCoding: Hashable, Sendable {
    case boolean(whenFalse: String, whenTrue: String)
    case number(isInteger: Bool, HomieRange, Scale)
    /// Pairs of the device's word and the gateway's word.
    case options([ChoiceWord])
    case color(HomieColorEncoding)
    case text(allowsEmpty: Bool)

    static let maximumTextBytes = 1024

    /// Decodes a payload strictly by the rules of the convention.
    func decode(_ payload: [UInt8]) throws(DialectError) -> CapabilityValue {
        switch self {
        case .boolean(let whenFalse, let whenTrue):
            if payload.elementsEqual(whenTrue.utf8) { return .boolean(true) }
            if payload.elementsEqual(whenFalse.utf8) { return .boolean(false) }
            throw .badPayload(Self.excerpt(payload), expected: "“\(whenFalse)” or “\(whenTrue)”")
        case .number(let isInteger, _, let scale):
            let native = isInteger ? NumberText.integer(payload).map(Double.init) : NumberText.float(payload)
            guard let value = native.flatMap(scale.canonical) else {
                throw .badPayload(Self.excerpt(payload), expected: isInteger ? "a whole number" : "a number")
            }
            return .number(value)
        case .options(let options):
            guard let option = options.first(where: { payload.elementsEqual($0.word.utf8) }) else {
                let words = EscapedText(options.map(\.word).joined(separator: ", "))
                throw .notAnOption(Self.excerpt(payload), options: words)
            }
            return .text(option.meaning)
        case .color(let encoding):
            guard let color = HomieColor.decode(payload, encoding: encoding) else {
                let names = encoding.formats.map(\.rawValue).joined(separator: " or ")
                throw .badPayload(Self.excerpt(payload), expected: "a colour as \(names) with numbers in range")
            }
            return .color(hue: color.hue, saturation: color.saturation)
        case .text(let allowsEmpty):
            return .text(try Self.text(payload, allowsEmpty: allowsEmpty))
        }
    }

    /// Returns nil if the value has another type or cannot be expressed.
    func encode(_ value: CapabilityValue) -> [UInt8]? {
        switch (self, value) {
        case (.boolean(let whenFalse, let whenTrue), .boolean(let value)):
            Array((value ? whenTrue : whenFalse).utf8)
        case (.number(let isInteger, let range, let scale), .number(let value)):
            Self.number(value, isInteger: isInteger, range: range, scale: scale)
        case (.options(let options), .text(let meaning)):
            options.first { $0.meaning == meaning }.map { Array($0.word.utf8) }
        case (.color(let encoding), .color(let hue, let saturation)):
            HomieColor.encode(hue: hue, saturation: saturation, encoding).map { Array($0.utf8) }
        case (.text(let allowsEmpty), .text(let text)):
            text.isEmpty ? (allowsEmpty ? [0] : nil) : Array(text.utf8)
        default: nil
        }
    }

    private static func number(
        _ value: Double, isInteger: Bool, range: HomieRange, scale: Scale
    ) -> [UInt8]? {
        guard value.isFinite, let native = scale.native(value).map(range.rounded), native.isFinite else { return nil }
        guard isInteger else { return Array(NumberText.text(native).utf8) }
        return Int64(exactly: native.rounded()).map { Array(String($0).utf8) }
    }

    /// An empty string is one zero byte, because an empty payload deletes the retained message in MQTT. Source: Homie 5
    /// §“Empty string values”.
    private static func text(_ payload: [UInt8], allowsEmpty: Bool) throws(DialectError) -> String {
        guard payload.count <= maximumTextBytes else {
            throw .tooLarge(bytes: payload.count, limit: maximumTextBytes)
        }
        if payload == [0], allowsEmpty { return "" }
        guard let text = String(validating: payload, as: UTF8.self) else { throw .notUTF8 }
        guard text.unicodeScalars.first != "\u{FEFF}", !text.isEmpty, payload != [0] else {
            throw .badPayload(excerpt(payload), expected: "text without a byte order mark")
        }
        return text
    }

    static func excerpt(_ payload: [UInt8]) -> EscapedText {
        EscapedText(String(decoding: payload.prefix(256), as: UTF8.self), limit: 64)
    }
}

/// Converts between Homie's three colour formats and hue and saturation. Brightness is a separate capability.
enum HomieColor {
    /// Decodes `rgb,…`, `hsv,…` or `xyz,…` to hue 0–360 and saturation 0–100; nil if the payload has none of the
    /// allowed formats.
    static func decode(_ payload: [UInt8], encoding: HomieColorEncoding) -> (hue: Double, saturation: Double)? {
        guard payload.count <= 256 else { return nil }
        let pieces = payload.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let format = encoding.isNamed ? pieces.first.flatMap(HomieColorFormat.init) : encoding.formats.first
        guard let format, encoding.formats.contains(format) else { return nil }
        let texts = pieces.dropFirst(encoding.isNamed ? 1 : 0)
        let numbers = texts.compactMap { NumberText.float($0) }
        guard numbers.count == texts.count else { return nil }
        switch (format, numbers.count) {
        case (.hsv, 3):
            guard (0...360).contains(numbers[0]), numbers[1...].allSatisfy((0...100).contains) else { return nil }
            return (numbers[0], numbers[1])
        case (.rgb, 3) where numbers.allSatisfy((0...255).contains):
            return ColorSpace.hueAndSaturation(ofRGB: numbers)
        case (.xyz, 2) where numbers.allSatisfy((0...1).contains):
            return ColorSpace.hueAndSaturation(x: numbers[0], y: numbers[1], .exact)
        default:
            return nil
        }
    }

    /// Encodes in the first of `hsv`, `rgb` and `xyz` that the device supports. Only `hsv` is lossless.
    static func encode(hue: Double, saturation: Double, _ encoding: HomieColorEncoding) -> String? {
        guard (0...360).contains(hue), (0...100).contains(saturation) else { return nil }
        let (formats, isNamed) = (encoding.formats, encoding.isNamed)
        func list(_ format: HomieColorFormat, numbers: [Double]) -> String {
            ((isNamed ? [format.rawValue] : []) + numbers.map(NumberText.text)).joined(separator: ",")
        }
        if formats.contains(.hsv) { return list(.hsv, numbers: [hue, saturation, 100]) }
        if formats.contains(.rgb) {
            return list(.rgb, numbers: ColorSpace.rgb(hue: hue, saturation: saturation).map { rounded($0 * 255) })
        }
        guard formats.contains(.xyz) else { return nil }
        return list(.xyz, numbers: ColorSpace.chromaticity(hue: hue, saturation: saturation, .exact))
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
}

extension HomieColorFormat {
    fileprivate init?(_ name: ArraySlice<UInt8>) { self.init(rawValue: String(decoding: name, as: UTF8.self)) }
}
