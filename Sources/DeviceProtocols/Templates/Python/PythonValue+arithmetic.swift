extension PythonValue {
    func arithmetic(_ operation: PythonOperator, other: PythonValue) throws(DialectError) -> PythonValue {
        if let left = integer, let right = other.integer {
            return try Self.integers(operation, left: left, right: right)
        }
        if let left = double, let right = other.double { return try Self.numbers(operation, left: left, right: right) }
        switch (operation, self, other) {
        case (.plus, .text(let left), .text(let right)): return .text(try PythonText.checked(left + right))
        case (.plus, .list(let left), .list(let right)): return .list(try Self.checked(left + right))
        case (.plus, .tuple(let left), .tuple(let right)): return .tuple(try Self.checked(left + right))
        case (.times, .text(let text), let times): return try Self.repeated(text, times: times.integer)
        case (.times, let times, .text(let text)): return try Self.repeated(text, times: times.integer)
        default: throw .failed("“\(operation.rawValue)” of \(kind) and \(other.kind)")
        }
    }

    func negative() throws(DialectError) -> PythonValue {
        if case .number(let value) = self { return .number(-value) }
        return try PythonValue.integer(0).arithmetic(.minus, other: try positive())
    }

    func positive() throws(DialectError) -> PythonValue {
        if case .number = self { return self }
        guard let integer else { throw .failed("a sign before \(kind)") }
        return .integer(integer)
    }

    private static func integers(
        _ operation: PythonOperator, left: Int64, right: Int64
    ) throws(DialectError) -> PythonValue {
        if right == 0, operation.divides { throw .failed("a division by zero") }
        switch operation {
        case .plus: return try exact(left.addingReportingOverflow(right))
        case .minus: return try exact(left.subtractingReportingOverflow(right))
        case .times: return try exact(left.multipliedReportingOverflow(by: right))
        case .divided:
            // Python rounds this division once. The result here is the same if a Double holds both numbers exactly.
            guard let left = Double(exactly: left), let right = Double(exactly: right) else {
                throw .failed("a division of whole numbers that are too large")
            }
            return .number(left / right)
        case .floorDivided:
            let quotient = left.dividedReportingOverflow(by: right)
            let (rest, _) = left.remainderReportingOverflow(dividingBy: right)
            let isBelow = rest != 0 && (rest < 0) != (right < 0)
            return try exact((quotient.partialValue - (isBelow ? 1 : 0), quotient.overflow))
        case .modulo:
            let (rest, _) = left.remainderReportingOverflow(dividingBy: right)
            return .integer(rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest)
        }
    }

    private static func numbers(
        _ operation: PythonOperator, left: Double, right: Double
    ) throws(DialectError) -> PythonValue {
        if right == 0, operation.divides { throw .failed("a division by zero") }
        switch operation {
        case .plus: return .number(left + right)
        case .minus: return .number(left - right)
        case .times: return .number(left * right)
        case .divided: return .number(left / right)
        case .floorDivided: return .number(floorDivided(left, right).quotient)
        case .modulo: return .number(floorDivided(left, right).rest)
        }
    }

    /// Python's `//` and `%`: the remainder has the sign of the divisor, the quotient is whole, and zeros keep their
    /// signs.
    private static func floorDivided(_ left: Double, _ right: Double) -> (quotient: Double, rest: Double) {
        var rest = left.truncatingRemainder(dividingBy: right)
        var quotient = (left - rest) / right
        if rest == 0 {
            rest = Double(signOf: right, magnitudeOf: 0)
        } else if (right < 0) != (rest < 0) {
            rest += right
            quotient -= 1
        }
        guard quotient != 0 else { return (Double(signOf: left / right, magnitudeOf: 0), rest) }
        let whole = quotient.rounded(.down)
        return (quotient - whole > 0.5 ? whole + 1 : whole, rest)
    }

    private static func exact(_ result: (partialValue: Int64, overflow: Bool)) throws(DialectError) -> PythonValue {
        guard !result.overflow else { throw .failed("a whole number of more than 64 bits") }
        return .integer(result.partialValue)
    }

    private static func checked(_ values: [PythonValue]) throws(DialectError) -> [PythonValue] {
        guard values.count <= TemplateLimits.elements else { throw .failed("a list that is too long") }
        return values
    }

    private static func repeated(_ text: String, times: Int64?) throws(DialectError) -> PythonValue {
        guard let times else { throw .failed("“*” of a text and a value that is not a whole number") }
        guard times > 0, !text.isEmpty else { return .text("") }
        guard times <= TemplateLimits.textBytes / text.utf8.count else { throw .failed("a text that is too long") }
        return .text(String(repeating: text, count: Int(times)))
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .undefined: "an undefined value"
        case .none: "none"
        case .boolean: "true or false"
        case .integer, .number: "a number"
        case .text: "a text"
        case .list, .tuple: "a list"
        case .object, .dictionary: "a dictionary"
        case .method: "a method"
        }
    }
}

extension PythonOperator {
    fileprivate var divides: Bool { self == .divided || self == .floorDivided || self == .modulo }
}
