extension TemplateParser {
    /// Parses one expression, or a tuple of several expressions separated by commas.
    mutating func tuple(
        until ends: [TemplateToken], isCondition: Bool = false
    ) throws(DialectError) -> TemplateExpression {
        var elements: [TemplateExpression] = []
        var isTuple = false
        while !ends.contains(current) {
            // `{% if a if b %}` is not valid.
            elements.append(isCondition ? try or() : try expression())
            guard consume(.symbol(",")) else { break }
            isTuple = true
        }
        if !isTuple, let only = elements.first { return only }
        guard isTuple || ends == [.symbol(")")] else { throw .template("a missing expression") }
        return .tuple(elements)
    }

    /// Parses `a if b else c`.
    mutating func expression() throws(DialectError) -> TemplateExpression {
        try descend()
        var result = try or()
        while consume(.name("if")) {
            try count()
            let condition = try or()
            let otherwise = consume(.name("else")) ? try expression() : nil
            result = .choice(if: condition, then: result, otherwise: otherwise)
        }
        ascend()
        return result
    }

    private mutating func or() throws(DialectError) -> TemplateExpression {
        var left = try and()
        while consume(.name("or")) {
            try count()
            left = .or(left, try and())
        }
        return left
    }

    private mutating func and() throws(DialectError) -> TemplateExpression {
        var left = try not()
        while consume(.name("and")) {
            try count()
            left = .and(left, try not())
        }
        return left
    }

    private mutating func not() throws(DialectError) -> TemplateExpression {
        guard consume(.name("not")) else { return try comparison() }
        try descend()
        try count()
        let operand = try not()
        ascend()
        return .not(operand)
    }

    private mutating func comparison() throws(DialectError) -> TemplateExpression {
        let left = try sum()
        var comparisons: [TemplateExpression.Comparison] = []
        while let relation = consumeRelation() {
            try count()
            comparisons.append(TemplateExpression.Comparison(relation: relation, value: try sum()))
        }
        return comparisons.isEmpty ? left : .comparison(left, comparisons)
    }

    private mutating func consumeRelation() -> PythonRelation? {
        switch current {
        case .symbol(let symbol):
            guard let relation = PythonRelation(rawValue: symbol) else { return nil }
            _ = next()
            return relation
        case .name("in"):
            _ = next()
            return .isIn
        case .name("not") where peek(1) == .name("in"):
            _ = next()
            _ = next()
            return .isNotIn
        default: return nil
        }
    }

    private mutating func sum() throws(DialectError) -> TemplateExpression {
        var left = try concatenation()
        while let symbol = consumeSymbol(["+", "-"]) {
            left = try arithmetic(symbol, left: left, right: try concatenation())
        }
        return left
    }

    /// `~` binds tighter than `+`, although Jinja2's documentation suggests otherwise.
    private mutating func concatenation() throws(DialectError) -> TemplateExpression {
        var parts = [try product()]
        while consume(.symbol("~")) {
            try count()
            parts.append(try product())
        }
        return parts.count == 1 ? parts[0] : .concatenation(parts)
    }

    private mutating func product() throws(DialectError) -> TemplateExpression {
        var left = try signed()
        while let symbol = consumeSymbol(["*", "/", "//", "%"]) {
            left = try arithmetic(symbol, left: left, right: try signed())
        }
        if current == .symbol("**") { throw .template("“**”") }
        return left
    }

    private mutating func arithmetic(
        _ symbol: String, left: TemplateExpression, right: TemplateExpression
    ) throws(DialectError) -> TemplateExpression {
        try count()
        guard let operation = PythonOperator(rawValue: symbol) else { throw .template("“\(symbol)”") }
        return .arithmetic(operation, left, right)
    }

    /// A filter applies to the operand with its sign: `-1 | abs` is 1.
    private mutating func signed(withFilters: Bool = true) throws(DialectError) -> TemplateExpression {
        var result: TemplateExpression
        if let symbol = consumeSymbol(["-", "+"]) {
            try descend()
            try count()
            let operand = try signed(withFilters: false)
            ascend()
            result = symbol == "-" ? .negative(operand) : .positive(operand)
        } else {
            result = try primary()
        }
        result = try postfix(result)
        return withFilters ? try filtered(result) : result
    }
}

// MARK: Primary expressions and postfix operators

extension TemplateParser {
    private mutating func primary() throws(DialectError) -> TemplateExpression {
        try count()
        switch next() {
        case .name("true"), .name("True"): return .constant(.boolean(true))
        case .name("false"), .name("False"): return .constant(.boolean(false))
        case .name("none"), .name("None"): return .constant(.none)
        case .name(let name): return try self.name(name)
        case .integer(let value): return .constant(.integer(value))
        case .number(let value): return .constant(.number(value))
        case .text(var text):
            while case .text(let more) = current {
                _ = next()
                text += more
            }
            return .constant(.text(text))
        case .symbol("("):
            try descend()
            let inner = try tuple(until: [.symbol(")")])
            try expect(.symbol(")"))
            ascend()
            return inner
        case .symbol("["): return .list(try elements())
        case .symbol("{"): return .dictionary(try pairs())
        case let token: throw .template("“\(Self.word(token))” where a value is required")
        }
    }

    private mutating func name(_ name: String) throws(DialectError) -> TemplateExpression {
        guard current == .symbol("("), !names.contains(name) else { return try variable(name) }
        guard let function = TemplateFilter(rawValue: name), function.isFunction, peek(1) != .symbol(")") else {
            throw .template("“\(name)()”")
        }
        _ = next()
        let value = try expression()
        guard consume(.symbol(",")) || current == .symbol(")") else { throw .template("the arguments of “\(name)”") }
        return .filter(function, value, try arguments(of: function))
    }

    private mutating func elements() throws(DialectError) -> [TemplateExpression] {
        var elements: [TemplateExpression] = []
        while current != .symbol("]") {
            elements.append(try expression())
            guard consume(.symbol(",")) else { break }
        }
        try expect(.symbol("]"))
        return elements
    }

    private mutating func pairs() throws(DialectError) -> [TemplateExpression.Pair] {
        var pairs: [TemplateExpression.Pair] = []
        while current != .symbol("}") {
            let key = try expression()
            try expect(.symbol(":"))
            pairs.append(TemplateExpression.Pair(key: key, value: try expression()))
            guard consume(.symbol(",")) else { break }
        }
        try expect(.symbol("}"))
        return pairs
    }

    private mutating func postfix(_ start: TemplateExpression) throws(DialectError) -> TemplateExpression {
        var result = start
        while true {
            if consume(.symbol(".")) {
                result = try member(of: result)
            } else if consume(.symbol("[")) {
                result = try item(of: result)
            } else if current == .symbol("(") {
                throw .template("a call of a value that is not a function")
            } else {
                return result
            }
            try count()
        }
    }

    private mutating func member(of value: TemplateExpression) throws(DialectError) -> TemplateExpression {
        switch next() {
        case .integer(let index): return .item(value, .constant(.integer(index)))
        case .name(let name) where current == .symbol("("):
            guard let method = PythonMethod(rawValue: name) else { throw .template("“.\(name)()”") }
            _ = next()
            let arguments = try positionalArguments()
            guard method.arguments.contains(arguments.count) else { throw .template("“.\(name)” with these arguments") }
            return .call(method, of: value, arguments)
        case .name(let name):
            guard !name.hasPrefix("__") else { throw .template("“.\(name)”") }
            return .member(value, name)
        case let token: throw .template("“.\(Self.word(token))”")
        }
    }

    private mutating func item(of value: TemplateExpression) throws(DialectError) -> TemplateExpression {
        let from = current == .symbol(":") ? nil : try expression()
        if consume(.symbol(":")) {
            let to = current == .symbol("]") ? nil : try expression()
            guard consume(.symbol("]")) else { throw .template("a slice with steps") }
            return .slice(value, from: from, to: to)
        }
        guard consume(.symbol("]")), let from else { throw .template("a key of several values") }
        if case .constant(.text(let name)) = from, name.hasPrefix("__") { throw .template("“\(name)”") }
        return .item(value, from)
    }

    private mutating func positionalArguments() throws(DialectError) -> [TemplateExpression] {
        var arguments: [TemplateExpression] = []
        while current != .symbol(")") {
            if peek(1) == .symbol("=") { throw .template("“\(Self.word(current))=” in a method call") }
            arguments.append(try expression())
            guard consume(.symbol(",")) else { break }
        }
        try expect(.symbol(")"))
        return arguments
    }
}

// MARK: Filters and tests

extension TemplateParser {
    private mutating func filtered(_ start: TemplateExpression) throws(DialectError) -> TemplateExpression {
        var result = start
        while true {
            if consume(.symbol("|")) {
                result = try filter(result)
            } else if consume(.name("is")) {
                result = try test(result)
            } else {
                return result
            }
            try count()
        }
    }

    private mutating func filter(_ value: TemplateExpression) throws(DialectError) -> TemplateExpression {
        guard case .name(let name) = next(), current != .symbol("."), let filter = TemplateFilter(name: name) else {
            throw .template("the filter “\(Self.word(peek(-1)))”")
        }
        if filter == .htmlSafeJSON { htmlSafeTexts += 1 }
        let hasArguments = consume(.symbol("("))
        let arguments = hasArguments ? try arguments(of: filter) : [TemplateExpression?](filter)
        guard zip(arguments, 0..<filter.parameters.required).allSatisfy({ $0.0 != nil }) else {
            throw .template("“\(name)” without its arguments")
        }
        return .filter(filter, value, arguments)
    }

    /// Parses arguments up to the `)`: positional ones, then named ones.
    private mutating func arguments(of filter: TemplateFilter) throws(DialectError) -> [TemplateExpression?] {
        var arguments = [TemplateExpression?](filter)
        let names = filter.parameters.names
        var place = 0
        while current != .symbol(")") {
            var index: Int? = place
            if case .name(let name) = current, peek(1) == .symbol("=") {
                _ = next()
                _ = next()
                index = names.firstIndex(of: name)
                place = names.count
            }
            guard let index, arguments.indices.contains(index), arguments[index] == nil else {
                throw .template("these arguments of “\(filter.rawValue)”")
            }
            arguments[index] = try expression()
            place += 1
            guard consume(.symbol(",")) else { break }
        }
        try expect(.symbol(")"))
        return arguments
    }

    private mutating func test(_ value: TemplateExpression) throws(DialectError) -> TemplateExpression {
        let isNegated = consume(.name("not"))
        guard case .name(let name) = next() else { throw .template("an “is” without a test") }
        var result: TemplateExpression
        if name == "in" {
            let list = try postfix(try primary())
            result = .comparison(value, [TemplateExpression.Comparison(relation: .isIn, value: list)])
        } else if let test = TemplateTest(rawValue: name), !isArgumentNext {
            result = .test(test, value)
        } else {
            throw .template("“is \(name)”")
        }
        if isNegated { result = .not(result) }
        return result
    }

    /// Whether Jinja2 would parse the next token as an argument of the test. It does so with an `if`, too.
    private var isArgumentNext: Bool {
        switch current {
        case .name("else"), .name("or"), .name("and"): false
        case .name, .text, .integer, .number, .symbol("("), .symbol("["), .symbol("{"): true
        default: false
        }
    }
}

extension [TemplateExpression?] {
    fileprivate init(_ filter: TemplateFilter) { self.init(repeating: nil, count: filter.parameters.names.count) }
}
