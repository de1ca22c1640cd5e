/// A statement of a parsed template.
enum TemplateStatement: Sendable {
    case text(String)
    case output(TemplateExpression)
    case set(Int, TemplateExpression)
    case choice([Branch], otherwise: [TemplateStatement])

    /// A branch of `{% if %}`.
    struct Branch: Sendable {
        let condition: TemplateExpression
        let body: [TemplateStatement]
    }
}

/// An expression of a parsed template.
indirect enum TemplateExpression: Sendable {
    case constant(PythonValue)
    /// A variable, by its index among the names of the template.
    case variable(Int)
    case list([TemplateExpression])
    case tuple([TemplateExpression])
    case dictionary([Pair])
    case member(TemplateExpression, String)
    case item(TemplateExpression, TemplateExpression)
    case slice(TemplateExpression, from: TemplateExpression?, to: TemplateExpression?)
    case call(PythonMethod, of: TemplateExpression, [TemplateExpression])
    case filter(TemplateFilter, TemplateExpression, [TemplateExpression?])
    case test(TemplateTest, TemplateExpression)
    case arithmetic(PythonOperator, TemplateExpression, TemplateExpression)
    case negative(TemplateExpression)
    case positive(TemplateExpression)
    case concatenation([TemplateExpression])
    case comparison(TemplateExpression, [Comparison])
    case not(TemplateExpression)
    case and(TemplateExpression, TemplateExpression)
    case or(TemplateExpression, TemplateExpression)
    case choice(if: TemplateExpression, then: TemplateExpression, otherwise: TemplateExpression?)

    /// A key and a value of a dictionary literal.
    struct Pair: Sendable {
        let key: TemplateExpression
        let value: TemplateExpression
    }

    /// An operator and the right operand of a comparison.
    struct Comparison: Sendable {
        let relation: PythonRelation
        let value: TemplateExpression
    }
}

/// Python's arithmetic operators.
enum PythonOperator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case floorDivided = "//"
    case modulo = "%"
}

/// Python's comparison operators.
enum PythonRelation: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case isNotIn = "not in"
}

/// The supported tests (`is …`) by their names.
enum TemplateTest: String, Sendable {
    case defined, undefined, none, number, string, mapping, boolean, integer, float
    case isTrue = "true"
    case isFalse = "false"
}

/// The supported methods of Python values by their names.
enum PythonMethod: String, Sendable {
    case get, lower, upper, strip, replace, split, startswith, endswith, join, format, keys, values, items

    /// Whether the method returns a view of a dictionary. A template may take a value out of a view; Python's text of a
    /// view is never useful output.
    var isView: Bool { self == .keys || self == .values || self == .items }

    /// The allowed number of arguments.
    var arguments: ClosedRange<Int> {
        switch self {
        case .get: 1...2
        case .replace: 2...2
        case .lower, .upper, .strip, .keys, .values, .items: 0...0
        case .split, .startswith, .endswith, .join: 1...1
        case .format: 0...16
        }
    }
}
