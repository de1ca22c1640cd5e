package import HomeModel

/// One capability of a Tasmota device: where it is reported, in which form, and its command.
package struct TasmotaBinding: Sendable {
    package let value: ValueBinding
    let encoding: TasmotaEncoding
    package let locations: [TasmotaLocation]
    /// The name of the command, such as `POWER1` or `Dimmer`; nil if the value cannot be set.
    package let command: String?
}

// MARK: The device's side, for simulated devices

extension TasmotaBinding {
    /// Encodes a value as the device reports it; nil if it has another type. Values that can be set are whole numbers.
    package func encodeReport(_ value: CapabilityValue) -> JSONValue? {
        guard let native = self.value.coding.encode(value) else { return nil }
        if encoding == .direction { return native.text.flatMap(Int64.init).map { .integer($0) } }
        return command == nil || native.text != nil ? native : encoding.write(native)?.first.map { .integer(Int64($0)) }
    }

    /// Decodes the payload of a command; nil if the device would not accept it.
    package func decodeCommand(_ payload: String) -> CapabilityValue? {
        if encoding == .direction { return .text("stopped") }
        let number = NumberText.float(payload.utf8)
        let word: String? = number == 1 ? "ON" : number == 0 ? "OFF" : nil
        let native: JSONValue? =
            self.value.capability.valueType == .boolean
            ? .text(word ?? payload) : number.map { encoding.read(.number($0)) }
        guard let native, let value = try? self.value.coding.decode(native) else { return nil }
        if case .number(let number) = value, !self.value.capability.range.contains(number) { return nil }
        return value
    }
}

/// A place in the messages of a device where a value is reported.
package enum TasmotaLocation: Hashable, Sendable {
    /// `tele/…/STATE`, `stat/…/STATUS11`, and every reply that contains the state of a light or fan.
    case state(TasmotaPath)
    /// `tele/…/SENSOR`, `stat/…/STATUS8` and `STATUS10`.
    case sensor(TasmotaPath)
    /// Only `stat/…/RESULT`: an event, or a position during a movement.
    case result(TasmotaPath)
    /// `stat/…/RESULT`: the value that the device now moves towards.
    case goal(TasmotaPath)
    /// `{"POWER":"ON"}` on `stat/…/RESULT`: the command is accepted, and `stat/…/POWER` follows.
    case power(TasmotaPath)
    /// A topic of its own below `stat/…/`, without JSON.
    case topic(String)
}

/// The keys from the outermost to the innermost object, then the index in a list.
package struct TasmotaPath: Hashable, Sendable {
    package let keys: [String]
    package var index: Int?

    package init(_ keys: String..., index: Int? = nil) { self.init(keys, index: index) }

    package init(_ keys: [String], index: Int? = nil) {
        self.keys = keys
        self.index = index
    }

    /// The value at this path; nil if the document does not contain it. A list of one may be reported as a single
    /// value, because meters announce more phases than they report.
    func value(in document: JSONValue) -> JSONValue? {
        guard let value = document[path: keys] else { return nil }
        guard let index else { return value }
        return value.list == nil ? (index == 0 ? value : nil) : value[index]
    }
}

/// The conversion of a value before the binding decodes it.
enum TasmotaEncoding: Hashable, Sendable {
    case plain
    /// A unit that the gateway does not have; the factor converts to the canonical one.
    case times(Double)
    /// A position where 100 means closed.
    case upsideDown
    /// `hue,saturation,brightness`
    case hsb
    /// 1, 0 or -1. Only stopping can be commanded, by a command without a value.
    case direction

    /// Converts a reported value to the form that the binding decodes.
    func read(_ value: JSONValue) -> JSONValue {
        switch self {
        case .plain: value
        case .times(let factor): value.numericValue.map { .number($0 * factor) } ?? value
        case .upsideDown: value.numericValue.map { .number(100 - $0) } ?? value
        case .hsb: Self.hueAndSaturation(value.text) ?? value
        case .direction: value.integer.map { .text(String($0)) } ?? value
        }
    }

    /// The whole numbers to send for a native value; nil if the value is not a number.
    func write(_ value: JSONValue) -> [Int]? {
        let numbers: [Double?] =
            switch self {
            case .plain, .direction: [value.numericValue]
            case .times(let factor): [value.numericValue.map { $0 / factor }]
            case .upsideDown: [value.numericValue.map { 100 - $0 }]
            case .hsb: [value["h"]?.numericValue.map { $0.rounded() == 360 ? 0 : $0 }, value["s"]?.numericValue]
            }
        let whole = numbers.compactMap { $0.flatMap { Int(exactly: $0.rounded()) } }
        return whole.count == numbers.count ? whole : nil
    }

    private static func hueAndSaturation(_ text: String?) -> JSONValue? {
        guard let text, text.utf8.count <= 64 else { return nil }
        let numbers = text.split(separator: ",").compactMap { NumberText.float($0.utf8) }
        guard numbers.count == 3 else { return nil }
        return ["h": .number(numbers[0]), "s": .number(numbers[1])]
    }
}
