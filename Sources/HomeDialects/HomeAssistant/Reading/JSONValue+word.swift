extension JSONValue {
    /// A plain value as the text that templates and payloads make of it (`True`, `21.5`); nil for `null`, lists and
    /// objects.
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
