/// The supported filters (`| …`) by their names. Home Assistant's filters replace those of Jinja2 with the same name.
enum TemplateFilter: String, Sendable {
    case float, int, bool, round, abs, string, lower, upper, capitalize, title, trim, replace, truncate, length, iif
    case multiply, add, join, format, list, first, last
    case `default`
    case isDefined = "is_defined"
    case htmlSafeJSON = "tojson"
    case json = "to_json"
    case fromJSON = "from_json"

    init?(name: String) {
        switch name {
        case "d": self = .default
        case "count": self = .length
        default: self.init(rawValue: name)
        }
    }

    /// Whether the filter is also a function: `float(x)` is `x | float`.
    var isFunction: Bool {
        switch self {
        case .float, .int, .bool, .iif: true
        default: false
        }
    }

    /// The names of the parameters and the number of required ones.
    struct Parameters {
        let names: [String]
        var required = 0
    }

    /// The parameters after the value itself.
    var parameters: Parameters {
        switch self {
        case .float, .bool, .fromJSON: Parameters(names: ["default"])
        case .int: Parameters(names: ["default", "base"])
        case .round: Parameters(names: ["precision", "method", "default"])
        case .default: Parameters(names: ["default_value", "boolean"])
        case .trim: Parameters(names: ["chars"])
        case .replace: Parameters(names: ["old", "new", "count"], required: 2)
        case .truncate: Parameters(names: ["length", "killwords", "end", "leeway"])
        case .iif: Parameters(names: ["if_true", "if_false", "if_none"])
        case .multiply, .add: Parameters(names: ["amount", "default"], required: 1)
        case .join: Parameters(names: ["d"])
        case .format: Parameters(names: (0..<16).map { "value\($0)" })
        case .list, .first, .last: Parameters(names: [])
        case .abs, .string, .lower, .upper, .capitalize, .title, .length, .isDefined, .htmlSafeJSON, .json:
            Parameters(names: [])
        }
    }
}
