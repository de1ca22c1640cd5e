/// Parses the grammar of Jinja2 with its unusual precedence. This file parses statements, the extension parses
/// expressions.
struct TemplateParser {
    static let jsonIndex = 1
    private static let maximumNames = 32
    /// Functions and values of Home Assistant. They are not supported and must not be taken for undefined variables.
    private static let globals: Set<String> = [
        "range", "dict", "lipsum", "cycler", "joiner", "namespace", "states", "state_attr", "is_state",
        "is_state_attr", "has_value", "now", "utcnow", "as_timestamp", "as_datetime", "as_local", "strptime",
        "today_at", "timedelta", "relative_time", "time_since", "time_until", "e", "pi", "tau", "sin", "cos", "tan",
        "sqrt", "log", "min", "max", "average", "median", "float", "int", "bool", "iif", "is_number", "zip", "set",
        "list", "tuple", "slugify", "urlencode", "this", "entity_id", "expand", "closest", "distance", "typeof",
    ]

    private let tokens: [TemplateToken]
    private var position = 0
    private var nodes = 0
    private var depth = 0
    /// The number of `tojson` filters so far. Their result is safe HTML, which Python concatenates differently from
    /// text. They are therefore allowed only where the difference has no effect.
    var htmlSafeTexts = 0
    private(set) var names = ["value", "value_json"]

    init(_ tokens: [TemplateToken]) { self.tokens = tokens }

    mutating func template() throws(DialectError) -> [TemplateStatement] {
        let body = try statements()
        guard current == .end else { throw .template("“{% \(Self.word(peek(1))) %}” at this place") }
        return body
    }

    /// Parses up to the end, or to a `{%` that belongs to the enclosing statement.
    private mutating func statements() throws(DialectError) -> [TemplateStatement] {
        var body: [TemplateStatement] = []
        while true {
            switch current {
            case .data(let text):
                position += 1
                body.append(.text(text))
            case .outputBegin:
                position += 1
                let expression = try wholeExpression()
                if case .call(let method, _, _) = expression, method.isView {
                    throw .template("“.\(method.rawValue)()” as output")
                }
                body.append(.output(expression))
                try expect(.outputEnd)
            case .statementBegin:
                if [.name("elif"), .name("else"), .name("endif")].contains(peek(1)) { return body }
                position += 1
                body.append(try statement())
                try expect(.statementEnd)
            default: return body
            }
            try count()
        }
    }

    private mutating func statement() throws(DialectError) -> TemplateStatement {
        switch next() {
        case .name("if"): return try choice()
        case .name("set"): return try set()
        case let token: throw .template("“{% \(Self.word(token)) %}”")
        }
    }

    private mutating func choice() throws(DialectError) -> TemplateStatement {
        var branches: [TemplateStatement.Branch] = []
        try descend()
        repeat {
            let condition = try wholeExpression(isCondition: true)
            try expect(.statementEnd)
            branches.append(TemplateStatement.Branch(condition: condition, body: try statements()))
            try expect(.statementBegin)
        } while consume(.name("elif"))
        var otherwise: [TemplateStatement] = []
        if consume(.name("else")) {
            try expect(.statementEnd)
            otherwise = try statements()
            try expect(.statementBegin)
        }
        try expect(.name("endif"))
        depth -= 1
        return .choice(branches, otherwise: otherwise)
    }

    private mutating func set() throws(DialectError) -> TemplateStatement {
        guard case .name(let name) = next(), consume(.symbol("=")) else {
            throw .template("“{% set %}” of anything but one variable")
        }
        guard !["true", "false", "none", "True", "False", "None"].contains(name) else {
            throw .template("“{% set \(name) %}”")
        }
        let safeTexts = htmlSafeTexts
        let value = try wholeExpression()
        guard htmlSafeTexts == safeTexts else { throw .template("a variable set to “tojson”") }
        return .set(try index(of: name), value)
    }

    /// Parses an expression that may be a tuple without parentheses.
    private mutating func wholeExpression(isCondition: Bool = false) throws(DialectError) -> TemplateExpression {
        let safeTexts = htmlSafeTexts
        let expression = try tuple(until: [.outputEnd, .statementEnd], isCondition: isCondition)
        guard htmlSafeTexts - safeTexts == expression.outermostSafeTexts else {
            throw .template("“tojson” within an expression")
        }
        return expression
    }

    mutating func variable(_ name: String) throws(DialectError) -> TemplateExpression {
        if !names.contains(name), Self.globals.contains(name) { throw .template("“\(name)”") }
        return .variable(try index(of: name))
    }

    private mutating func index(of name: String) throws(DialectError) -> Int {
        if let index = names.firstIndex(of: name) { return index }
        guard names.count < Self.maximumNames else { throw .tooMany("variables", limit: Self.maximumNames) }
        names.append(name)
        return names.count - 1
    }
}

// MARK: Tokens and limits

extension TemplateParser {
    var current: TemplateToken { peek(0) }

    func peek(_ distance: Int) -> TemplateToken {
        position + distance < tokens.count ? tokens[position + distance] : .end
    }

    mutating func next() -> TemplateToken {
        defer { position += 1 }
        return current
    }

    mutating func consume(_ token: TemplateToken) -> Bool {
        guard current == token else { return false }
        position += 1
        return true
    }

    mutating func consumeSymbol(_ symbols: [String]) -> String? {
        guard case .symbol(let symbol) = current, symbols.contains(symbol) else { return nil }
        position += 1
        return symbol
    }

    mutating func expect(_ token: TemplateToken) throws(DialectError) {
        guard consume(token) else { throw .template("“\(Self.word(current))” where “\(Self.word(token))” is required") }
    }

    mutating func count() throws(DialectError) {
        nodes += 1
        guard nodes <= TemplateLimits.nodes else { throw .tooMany("template parts", limit: TemplateLimits.nodes) }
    }

    mutating func descend() throws(DialectError) {
        depth += 1
        guard depth <= TemplateLimits.depth else { throw .tooDeep(limit: TemplateLimits.depth) }
    }

    mutating func ascend() { depth -= 1 }

    static func word(_ token: TemplateToken) -> String {
        switch token {
        case .data(let text), .name(let text), .text(let text), .symbol(let text): String(text.prefix(32))
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .outputBegin: "{{"
        case .outputEnd: "}}"
        case .statementBegin: "{%"
        case .statementEnd: "%}"
        case .end: "the end"
        }
    }
}

extension TemplateExpression {
    /// The number of `tojson` filters whose result is output unchanged.
    fileprivate var outermostSafeTexts: Int {
        switch self {
        case .filter(.htmlSafeJSON, _, _): 1
        case .concatenation(let parts): parts.reduce(0) { $0 + $1.outermostSafeTexts }
        case .choice(_, let then, let otherwise): then.outermostSafeTexts + (otherwise?.outermostSafeTexts ?? 0)
        default: 0
        }
    }
}
