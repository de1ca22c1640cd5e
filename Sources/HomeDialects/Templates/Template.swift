/// A Jinja2 template, of the subset that devices publish; parsed once, rendered many times, to what Home Assistant
/// would make of it. Sources: the Jinja2 template designer documentation, Home Assistant's template filters.
package struct Template: Sendable {
    package let text: String
    /// The member of `value_json` that the template takes and does nothing else with; nil of every other template.
    package let path: [String]?
    private let body: [TemplateStatement]
    private let names: [String]

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

    package func render(
        _ variables: TemplateVariables, _ message: TemplateWork = TemplateWork()
    ) throws(DialectError) -> String {
        var run = try TemplateRun(variables, names, TemplateWork(within: message))
        try run.render(body)
        return PythonText.stripped(run.output)
    }

    private static func path(_ body: [TemplateStatement]) -> [String]? {
        guard body.count == 1, case .output(var expression) = body[0] else { return nil }
        // To fail where there is nothing, or to say nothing: neither is a report.
        if case .filter(.isDefined, let value, _) = expression { expression = value }
        var path: [String] = []
        while true {
            switch expression {
            case .member(let of, let name)
            where !PythonMethods.ofDictionaries.union(PythonMethods.changingDictionaries).contains(name):
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

/// What a template sees.
package struct TemplateVariables: Sendable {
    /// The payload as text, or what is to be told to the device.
    package var value: JSONValue
    /// The payload as JSON; nil if it is none.
    package var json: JSONValue?
    /// Whatever else the kind of entity has, such as `hue`.
    package var more: [String: JSONValue]

    package init(value: JSONValue, json: JSONValue? = nil, more: [String: JSONValue] = [:]) {
        self.value = value
        self.json = json
        self.more = more
    }
}

enum TemplateLimits {
    static let bytes = 2 << 10
    static let nodes = 256
    static let depth = 16
    static let output = 4 << 10
    /// Of a text on its way; a payload has no more.
    static let textBytes = 64 << 10
    static let elements = 8192
    /// Bytes and elements that are looked at.
    static let renderingWork = 1 << 20
    static let messageWork = 1 << 21
}
