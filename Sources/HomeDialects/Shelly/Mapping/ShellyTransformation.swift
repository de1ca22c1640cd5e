/// The conversion between a value in a status and the value that a coding decodes.
enum ShellyTransformation: Hashable, Sendable {
    case plain
    /// A boolean, whose values `true` and `false` become the words of a choice.
    case words
    /// `[red, green, blue]`
    case rgb
    /// The state of a cover that reports only its ends.
    case ends
    /// The movement of a cover. A cover that calibrates itself reports none.
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
