enum TemplateStatement: Sendable {
    case text(String)
    case output(TemplateExpression)
    case set(Int, TemplateExpression)
    case choice([Branch], otherwise: [TemplateStatement])

    struct Branch: Sendable {
        let condition: TemplateExpression
        let body: [TemplateStatement]
    }
}

indirect enum TemplateExpression: Sendable {
    case constant(PythonValue)
    /// By its place among the names of the template.
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

    struct Pair: Sendable {
        let key: TemplateExpression
        let value: TemplateExpression
    }

    struct Comparison: Sendable {
        let relation: PythonRelation
        let value: TemplateExpression
    }
}

enum PythonOperator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case floorDivided = "//"
    case modulo = "%"
}

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

/// `is …`
enum TemplateTest: String, Sendable {
    case defined, undefined, none, number, string, mapping, boolean, integer, float
    case isTrue = "true"
    case isFalse = "false"
}

enum PythonMethod: String, Sendable {
    case get, lower, upper, strip, replace, split, startswith, endswith, join, format, keys, values, items

    /// What gives a view of a dictionary: good for taking something out, and shown as no device means it.
    var isView: Bool { self == .keys || self == .values || self == .items }

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
