import HomeModel

/// One capability of a Tasmota device: where it is said, how it is spelled, by which command it is told.
struct TasmotaPoint: Sendable {
    let binding: ValueBinding
    var spelling = TasmotaSpelling.plain
    let places: [TasmotaPlace]
    /// `POWER1`, `Dimmer`; nil when it cannot be told.
    var command: String?
}

/// Where a value is said.
enum TasmotaPlace: Hashable, Sendable {
    /// `tele/…/STATE`, `stat/…/STATUS11`, and every answer that shows how a light or fan now is.
    case state(TasmotaPath)
    /// `tele/…/SENSOR`, `stat/…/STATUS8` and `STATUS10`.
    case sensor(TasmotaPath)
    /// `stat/…/RESULT` alone: an event, or a position on the way.
    case result(TasmotaPath)
    /// `stat/…/RESULT`: what the device now goes for.
    case goal(TasmotaPath)
    /// `{"POWER":"ON"}` on `stat/…/RESULT`: taken over; `stat/…/POWER` follows.
    case power(TasmotaPath)
    /// A topic of its own below `stat/…/`, without JSON.
    case topic(String)
}

/// Keys from the outermost to the innermost, then an index where there is a list.
struct TasmotaPath: Hashable, Sendable {
    let keys: [String]
    var index: Int?

    init(_ keys: String..., index: Int? = nil) { self.init(keys, index: index) }

    init(_ keys: [String], index: Int? = nil) {
        self.keys = keys
        self.index = index
    }

    /// A list of one may come as its only value: meters announce more phases than they report.
    func value(in document: JSONValue) -> JSONValue? {
        guard let value = document[path: keys] else { return nil }
        guard let index else { return value }
        return value.list == nil ? (index == 0 ? value : nil) : value[index]
    }
}

/// How a value is spelled, before the binding reads it.
enum TasmotaSpelling: Hashable, Sendable {
    case plain
    /// In a unit that is none of ours.
    case times(Double)
    /// 100 is closed.
    case upsideDown
    /// `hue,saturation,brightness`
    case hsb
    /// 1, 0 or -1; only to stop can be told, by a command without a value.
    case direction

    func read(_ value: JSONValue) -> JSONValue {
        switch self {
        case .plain: value
        case .times(let factor): value.measured.map { .number($0 * factor) } ?? value
        case .upsideDown: value.measured.map { .number(100 - $0) } ?? value
        case .hsb: Self.hueAndSaturation(value.text) ?? value
        case .direction: value.integer.map { .text(String($0)) } ?? value
        }
    }

    /// The whole numbers that are sent for a native value; nil for what is no number.
    func write(_ value: JSONValue) -> [Int]? {
        let numbers: [Double?] =
            switch self {
            case .plain, .direction: [value.measured]
            case .times(let factor): [value.measured.map { $0 / factor }]
            case .upsideDown: [value.measured.map { 100 - $0 }]
            case .hsb: [value["h"]?.measured.map { $0.rounded() == 360 ? 0 : $0 }, value["s"]?.measured]
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
