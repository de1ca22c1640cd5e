/// Renders a template once. Templates have no loops, so each part is evaluated at most once.
struct TemplateRenderer {
    private(set) var output = ""
    private var variables: [PythonValue]
    let budget: TemplateBudget

    init(_ given: TemplateVariables, names: [String], budget: TemplateBudget) throws(DialectError) {
        self.budget = budget
        variables = [given.more["value"] ?? given.value, given.more["value_json"] ?? given.json].map(PythonValue.init)
        for name in names.dropFirst(variables.count) { variables.append(PythonValue(given.more[name])) }
        for variable in variables { try look(at: variable) }
    }

    /// Charges a list to the budget, because every access converts it again.
    private func look(at value: PythonValue) throws(DialectError) {
        if case .list = value { try budget.charge(value) }
    }

    mutating func render(_ body: [TemplateStatement]) throws(DialectError) {
        for statement in body {
            switch statement {
            case .text(let text): try append(text)
            case .output(let expression):
                let value = try budget.charged(try value(expression))
                try append(try value.text())
            case .set(let index, let expression): variables[index] = try value(expression)
            case .choice(let branches, let otherwise): try render(try chosen(branches) ?? otherwise)
            }
        }
    }

    private func chosen(_ branches: [TemplateStatement.Branch]) throws(DialectError) -> [TemplateStatement]? {
        for branch in branches where try value(branch.condition).isTrue { return branch.body }
        return nil
    }

    private mutating func append(_ text: String) throws(DialectError) {
        guard output.utf8.count + text.utf8.count <= TemplateLimits.output else {
            throw .failed("more than \(TemplateLimits.output) bytes of output")
        }
        output += text
    }

    func value(_ expression: TemplateExpression) throws(DialectError) -> PythonValue {
        try budget.spend(1)
        switch expression {
        case .constant(let value): return value
        case .variable(let index): return variables[index]
        case .member(let of, let name):
            let whole = try value(of)
            try budget.spend(whole.lookupCost)
            let member = try whole.attribute(name)
            try look(at: member)
            return member
        case .item(let of, let key):
            let whole = try value(of)
            try budget.spend(whole.lookupCost)
            let member = try whole.item(try value(key), budget: budget)
            try look(at: member)
            return member
        case .filter(let filter, let operand, let arguments):
            return try apply(filter, to: try value(operand), expressions: arguments)
        case .arithmetic(let operation, let left, let right):
            let (left, right) = (try budget.charged(try value(left)), try budget.charged(try value(right)))
            return try budget.charged(try left.arithmetic(operation, other: right))
        case .comparison(let left, let comparisons): return try compare(left, comparisons: comparisons)
        case .choice(let condition, let then, let otherwise):
            if try value(condition).isTrue { return try value(then) }
            return if let otherwise { try value(otherwise) } else { .undefined }
        default: return try evaluateRemaining(expression)
        }
    }

    private func evaluateRemaining(_ expression: TemplateExpression) throws(DialectError) -> PythonValue {
        switch expression {
        case .list(let elements): return try budget.charged(.list(try values(elements)))
        case .tuple(let elements): return try budget.charged(.tuple(try values(elements)))
        case .dictionary(let pairs): return try budget.charged(try dictionary(pairs))
        case .slice(let of, let from, let to):
            let whole = try budget.charged(try value(of))
            return try whole.slice(from: try from.map(value), to: try to.map(value))
        case .call(let method, let of, let arguments):
            return try call(method, of: try value(of), arguments: try values(arguments))
        case .test(let test, let operand): return .boolean(try value(operand).passes(test))
        case .negative(let operand): return try value(operand).negative()
        case .positive(let operand): return try value(operand).positive()
        case .concatenation(let parts):
            var text = ""
            for part in parts {
                text += try budget.charged(try value(part)).text()
                text = try PythonText.checked(text)
            }
            return .text(text)
        case .not(let operand): return .boolean(!(try value(operand).isTrue))
        case .and(let left, let right):
            let left = try value(left)
            return left.isTrue ? try value(right) : left
        case .or(let left, let right):
            let left = try value(left)
            return left.isTrue ? left : try value(right)
        default: throw .failed("an expression of an unknown kind")
        }
    }

    private func call(
        _ method: PythonMethod, of value: PythonValue, arguments: [PythonValue]
    ) throws(DialectError) -> PythonValue {
        if method == .get { try budget.spend(value.lookupCost) } else { try budget.charge(value) }
        for argument in arguments { try budget.charge(argument) }
        let result = try value.call(method, arguments: arguments, budget: budget)
        try look(at: result)
        return result
    }

    private func values(_ expressions: [TemplateExpression]) throws(DialectError) -> [PythonValue] {
        var values: [PythonValue] = []
        for expression in expressions { values.append(try value(expression)) }
        return values
    }

    private func dictionary(_ pairs: [TemplateExpression.Pair]) throws(DialectError) -> PythonValue {
        var members: [PythonValue.Member] = []
        for pair in pairs {
            let member = PythonValue.Member(key: try value(pair.key), value: try value(pair.value))
            guard try member.key.isHashable(budget) else { throw .failed("a key that is a list or dictionary") }
            // The first key stays and gets the last value.
            if let index = try members.index(of: member.key, budget) {
                members[index] = PythonValue.Member(key: members[index].key, value: member.value)
            } else {
                members.append(member)
            }
        }
        return .dictionary(members)
    }

    /// Evaluates a chain such as `a < b < c` and stops at the first comparison that is false.
    private func compare(
        _ first: TemplateExpression, comparisons: [TemplateExpression.Comparison]
    ) throws(DialectError) -> PythonValue {
        var left = try value(first)
        for comparison in comparisons {
            let right = try value(comparison.value)
            guard try left.compares(comparison.relation, to: right, budget: budget) else { return .boolean(false) }
            left = right
        }
        return .boolean(true)
    }
}

extension Optional {
    /// The same as the standard `map`, which cannot throw a typed error from its closure.
    fileprivate func map<Result>(
        _ transform: (Wrapped) throws(DialectError) -> Result
    ) throws(DialectError) -> Result? {
        guard let self else { return nil }
        return try transform(self)
    }
}
