/// A value that Python would use while it renders a template.
enum PythonValue: Sendable {
    /// A variable or member without a value. It renders as nothing, and computing with it is an error.
    case undefined
    case none
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([PythonValue])
    case tuple([PythonValue])
    /// A dictionary from JSON, not converted.
    case object(JSONObject)
    /// A dictionary that the template creates. No key occurs twice.
    case dictionary([Member])
    /// `x.keys` without a call. It is defined but cannot be shown.
    case method

    /// A key of a dictionary with its value.
    struct Member: Sendable {
        let key: PythonValue
        let value: PythonValue
    }

    init(_ json: JSONValue?) {
        switch json {
        case nil: self = .undefined
        case .null: self = .none
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .text(let text): self = .text(text)
        case .list(let values): self = .list(values.map { PythonValue($0) })
        case .object(let object): self = .object(object)
        }
    }

    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .number(let value): value != 0
        case .text(let text): !text.isEmpty
        case .list(let values), .tuple(let values): !values.isEmpty
        case .object(let object): !object.members.isEmpty
        case .dictionary(let members): !members.isEmpty
        case .method: true
        }
    }

    func isHashable(_ budget: TemplateBudget) throws(DialectError) -> Bool {
        try budget.spend(1)
        switch self {
        case .list, .object, .dictionary: return false
        case .tuple(let values):
            for value in values where !(try value.isHashable(budget)) { return false }
            return true
        default: return true
        }
    }

    /// The value of a whole number or boolean; Python counts a boolean as 0 or 1.
    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .boolean(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The value of a number or boolean.
    var double: Double? { if case .number(let value) = self { value } else { integer.map(Double.init) } }

    func passes(_ test: TemplateTest) -> Bool {
        switch (test, self) {
        case (.defined, .undefined): false
        case (.defined, _): true
        case (.undefined, .undefined), (.none, .none), (.string, .text), (.boolean, .boolean), (.integer, .integer),
            (.float, .number), (.mapping, .object), (.mapping, .dictionary), (.isTrue, .boolean(true)),
            (.isFalse, .boolean(false)), (.number, .integer), (.number, .number), (.number, .boolean):
            true
        default: false
        }
    }
}

extension [PythonValue.Member] {
    func index(of key: PythonValue, _ budget: TemplateBudget) throws(DialectError) -> Int? {
        for index in indices where try self[index].key.isEqual(to: key, budget) { return index }
        return nil
    }
}
