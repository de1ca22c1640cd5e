extension JSONValue {
    /// The text that templates and payloads make of a plain value (`True`, `21.5`); nil for `null`, lists and objects.
    var word: String? {
        switch self {
        case .text(let text): text
        case .boolean(let value): value ? "True" : "False"
        case .integer(let value): String(value)
        case .number(let value): "\(value)"
        case .null, .list, .object: nil
        }
    }
}
