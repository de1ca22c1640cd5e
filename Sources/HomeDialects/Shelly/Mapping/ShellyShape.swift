/// How a value of a status becomes one that a coding reads.
enum ShellyShape: Hashable, Sendable {
    case plain
    /// `true` and `false` are words of a choice.
    case words
    /// `[red, green, blue]`
    case rgb
    /// A cover that knows only its ends.
    case ends
    /// A cover on its way, or not; one that calibrates itself says neither.
    case travel

    func read(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.words, .boolean(let value)): return value ? "true" : "false"
        case (.rgb, .list(let values)) where values.count == 3:
            return ["r": values[0], "g": values[1], "b": values[2]]
        case (.travel, .text("calibrating")): return .null
        case (.ends, .text("open")): return 100
        case (.ends, .text("closed")): return 0
        case (.ends, _): return .null
        default: return value
        }
    }

    func write(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.words, "true"): true
        case (.words, "false"): false
        case (.rgb, .object(let object)): .list(object.members.map(\.value))
        default: value
        }
    }
}
