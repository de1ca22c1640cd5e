/// A Jinja2 template in the subset that devices publish. It is parsed once and rendered many times, with the result
/// that Home Assistant would produce. Sources: the Jinja2 template designer documentation, Home Assistant's template
/// filters.
package struct Template: Sendable {
    package let text: String
    /// The path in `value_json` if the template only reads this member; nil for every other template.
    package let path: [String]?
    private let body: [TemplateStatement]
    private let names: [String]

    /// Parses a template. Throws `.templateNotSupported` for valid Jinja2 outside of the subset, and other errors
    /// beyond the limits.
    package init(_ text: String) throws(DialectError) {
        guard text.utf8.count <= TemplateLimits.bytes else {
            throw .tooLarge(bytes: text.utf8.count, limit: TemplateLimits.bytes)
        }
        var lexer = TemplateLexer(Array(PythonText.stripped(text).utf8))
        var parser = TemplateParser(try lexer.tokens())
        body = try parser.template()
        names = parser.names
        path = Self.path(body)
        self.text = text
    }

    /// Renders the template and strips white space at both ends. Throws `.templateFailed` where Python would raise an
    /// exception or the budget `message` is exhausted.
    package func render(
        _ variables: TemplateVariables, message: TemplateBudget = TemplateBudget()
    ) throws(DialectError) -> String {
        var run = try TemplateRenderer(variables, names: names, budget: TemplateBudget(within: message))
        try run.render(body)
        return PythonText.stripped(run.output)
    }

    private static func path(_ body: [TemplateStatement]) -> [String]? {
        guard body.count == 1, case .output(var expression) = body[0] else { return nil }
        // Without the member, `is_defined` fails and the plain template renders nothing. Neither is a report.
        if case .filter(.isDefined, let value, _) = expression { expression = value }
        var path: [String] = []
        while true {
            switch expression {
            case .member(let of, let name)
            where !PythonMemberNames.ofDictionaries.union(PythonMemberNames.changingDictionaries).contains(name):
                path.append(name)
                expression = of
            case .item(let of, .constant(.text(let name))):
                path.append(name)
                expression = of
            case .variable(TemplateParser.jsonIndex): return path.isEmpty ? nil : path.reversed()
            default: return nil
            }
        }
    }
}

extension Template: Hashable {
    package static func == (one: Template, other: Template) -> Bool { one.text == other.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The variables of a template.
package struct TemplateVariables: Sendable {
    /// The payload as text, or the value of a command.
    package var value: JSONValue
    /// The payload as JSON; nil if it is not JSON.
    package var json: JSONValue?
    /// Further variables that the kind of entity defines, such as `hue`.
    package var more: [String: JSONValue]

    package init(value: JSONValue, json: JSONValue? = nil, more: [String: JSONValue] = [:]) {
        self.value = value
        self.json = json
        self.more = more
    }
}

/// Limits of templates and of their rendering.
enum TemplateLimits {
    static let bytes = 2 << 10
    static let nodes = 256
    static let depth = 16
    static let output = 4 << 10
    /// For intermediate texts; a payload is not longer.
    static let textBytes = 64 << 10
    static let elements = 8192
    /// In visited bytes and elements.
    static let renderingBudget = 1 << 20
    static let messageBudget = 1 << 21
}
