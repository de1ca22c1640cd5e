import HomeModel

extension TemplateRenderer {
    /// Applies a filter. All arguments are evaluated first, as in Python, also those that the filter does not use.
    func apply(
        _ filter: TemplateFilter, to value: PythonValue, expressions: [TemplateExpression?]
    ) throws(DialectError) -> PythonValue {
        var arguments = FilterArguments()
        for expression in expressions {
            let argument: PythonValue? = if let expression { try self.value(expression) } else { nil }
            arguments.values.append(argument)
        }
        try budget.charge(value)
        for case let argument? in arguments.values { try budget.charge(argument) }
        switch filter {
        case .float, .int, .bool, .round, .abs, .multiply, .add:
            return try Self.number(filter, value: value, arguments: arguments)
        case .string, .lower, .upper, .capitalize, .title, .trim, .replace, .truncate:
            return try Self.text(filter, value: value, arguments: arguments)
        case .default:
            let isMissing = if case .undefined = value { true } else { arguments[1]?.isTrue == true && !value.isTrue }
            return isMissing ? arguments[0] ?? .text("") : value
        case .isDefined:
            if case .undefined = value { throw .failed("a value that must be defined") }
            return value
        case .iif:
            if case .none = value, let ifNone = arguments[2] { return ifNone }
            return value.isTrue ? arguments[0] ?? .boolean(true) : arguments[1] ?? .boolean(false)
        case .length: return try Self.length(value)
        case .join: return .text(try PythonText.joined(try value.elements(), by: try arguments[0]?.text() ?? ""))
        case .format:
            return .text(try PythonFormat.percent(try value.text(), values: arguments.values.compactMap(\.self)))
        case .list: return .list(try value.elements())
        case .first: return try value.elements().first ?? .undefined
        case .last: return try value.elements().last ?? .undefined
        case .htmlSafeJSON: return .text(try value.json(.htmlSafe))
        case .json: return .text(try value.json(.plain))
        case .fromJSON: return try Self.parsed(value, arguments: arguments)
        }
    }

    private static func length(_ value: PythonValue) throws(DialectError) -> PythonValue {
        switch value {
        case .undefined: return .integer(0)
        case .text(let text): return .integer(Int64(text.unicodeScalars.count))
        case .list(let values), .tuple(let values): return .integer(Int64(values.count))
        case .object, .dictionary: return .integer(Int64(value.members?.count ?? 0))
        default: throw .failed("the length of \(value.kind)")
        }
    }

    private static func parsed(_ value: PythonValue, arguments: FilterArguments) throws(DialectError) -> PythonValue {
        guard case .text(let text) = value else { throw .failed("“from_json” of \(value.kind)") }
        do throws(DialectError) {
            return PythonValue(try JSONValue(parsing: Array(text.utf8)))
        } catch {
            guard let otherwise = arguments[0] else { throw error }
            return otherwise
        }
    }
}

/// Arguments by position; nil for those that are not given.
struct FilterArguments {
    var values: [PythonValue?] = []

    subscript(_ index: Int) -> PythonValue? { values.indices.contains(index) ? values[index] : nil }

    func integer(_ index: Int, otherwise: Int64) throws(DialectError) -> Int64 {
        guard let value = self[index] else { return otherwise }
        guard let integer = value.integer else { throw .failed("\(value.kind) where a whole number is required") }
        return integer
    }
}

// MARK: Numbers

extension TemplateRenderer {
    private static func number(
        _ filter: TemplateFilter, value: PythonValue, arguments: FilterArguments
    ) throws(DialectError) -> PythonValue {
        switch filter {
        case .float:
            if let number = try float(value) { return .number(number) }
            return try otherwise(filter, value: value, given: arguments[0])
        case .int:
            if let integer = try int(value, arguments: arguments) { return .integer(integer) }
            return try otherwise(filter, value: value, given: arguments[0])
        case .bool:
            if let truth = try bool(value) { return .boolean(truth) }
            return try otherwise(filter, value: value, given: arguments[0])
        case .round:
            if let rounded = try round(value, arguments: arguments) { return rounded }
            return try otherwise(filter, value: value, given: arguments[2])
        case .abs:
            if case .number(let value) = value { return .number(value.magnitude) }
            guard let integer = value.integer else { throw .failed("“abs” of \(value.kind)") }
            return integer < 0 ? try PythonValue.integer(integer).negative() : .integer(integer)
        default: return try changed(filter, value: value, arguments: arguments)
        }
    }

    private static func changed(
        _ filter: TemplateFilter, value: PythonValue, arguments: FilterArguments
    ) throws(DialectError) -> PythonValue {
        guard let number = try float(value), let amount = arguments[0] else {
            return try otherwise(filter, value: value, given: arguments[1])
        }
        if case .undefined = amount { throw .failed("“\(filter.rawValue)” of an undefined value") }
        guard amount.double != nil else { return try otherwise(filter, value: value, given: arguments[1]) }
        return try PythonValue.number(number).arithmetic(filter == .add ? .plus : .times, other: amount)
    }

    /// Returns the default, or throws if none is given: Home Assistant's filters require a valid value or a default.
    private static func otherwise(
        _ filter: TemplateFilter, value: PythonValue, given: PythonValue?
    ) throws(DialectError) -> PythonValue {
        guard let given else {
            throw .failed("“\(filter.rawValue)” of \(try value.text().prefix(32)) without a default")
        }
        return given
    }

    /// An undefined value throws even if there is a default, because Python fails before `float` is called.
    private static func float(_ value: PythonValue) throws(DialectError) -> Double? {
        if case .undefined = value { throw .failed("a number of an undefined value") }
        if case .text(let text) = value { return PythonNumber.float(text) }
        return value.double
    }

    private static func int(_ value: PythonValue, arguments: FilterArguments) throws(DialectError) -> Int64? {
        guard try arguments.integer(1, otherwise: 10) == 10 else { throw .failed("“int” with a base other than ten") }
        switch value {
        case .text(let text):
            if let integer = try PythonNumber.integer(text) { return integer }
            guard let number = PythonNumber.float(text), number.isFinite else { return nil }
            return try PythonNumber.integer(number)
        case .number(let number) where number.isNaN: return nil
        case .number(let number): return try PythonNumber.integer(number)
        case .undefined: throw .failed("a number of an undefined value")
        default: return value.integer
        }
    }

    private static func bool(_ value: PythonValue) throws(DialectError) -> Bool? {
        guard case .text(let text) = value else { return value.double.map { $0 != 0 } }
        switch PythonText.stripped(text.lowercased()) {
        case "1", "true", "yes", "on", "enable": return true
        case "0", "false", "no", "off", "disable": return false
        default: return nil
        }
    }

    private static func round(_ value: PythonValue, arguments: FilterArguments) throws(DialectError) -> PythonValue? {
        let given = try arguments.integer(0, otherwise: 0)
        guard let precision = Int(exactly: given), abs(precision) <= PythonNumber.maximumPrecision else {
            throw .failed("“round” to \(given) digits")
        }
        guard let number = try float(value) else { return nil }
        var result = number
        let method = if case .text(let method) = arguments[1] { method } else { "common" }
        switch method {
        case "ceil", "floor":
            let power = precision < 0 ? 1 / PythonNumber.powerOfTen(-precision) : PythonNumber.powerOfTen(precision)
            guard !number.isNaN else { return nil }
            guard (number * power).isFinite else { throw .failed("“round” of a number that is not finite") }
            // Python's integers have no minus zero.
            result = ((number * power).rounded(method == "ceil" ? .up : .down) + 0) / power
        case "half":
            guard !number.isNaN else { return nil }
            guard (number * 2).isFinite else { throw .failed("“round” of a number that is not finite") }
            result = ((number * 2).rounded(.toNearestOrEven) + 0) / 2
        default:
            // Doubles of this size do not represent each whole number, so rounding to tens is not exact.
            guard precision >= 0 || number.magnitude < 0x1p53 else {
                throw .failed("“round” of a number that is too large")
            }
            result = PythonNumber.rounded(number, to: precision)
        }
        guard precision == 0 else { return .number(result) }
        return result.isNaN ? nil : .integer(try PythonNumber.integer(result))
    }
}

// MARK: Texts

extension TemplateRenderer {
    private static func text(
        _ filter: TemplateFilter, value: PythonValue, arguments: FilterArguments
    ) throws(DialectError) -> PythonValue {
        if filter == .truncate { return try truncated(value, arguments: arguments) }
        let text = try value.text()
        switch filter {
        case .lower: return .text(try PythonText.checked(text.lowercased()))
        case .upper: return .text(try PythonText.checked(text.uppercased()))
        case .capitalize: return .text(try PythonText.checked(capitalized(text)))
        case .title: return .text(try PythonText.checked(title(text)))
        case .trim:
            guard let given = arguments[0] else { return .text(PythonText.stripped(text)) }
            guard case .text(let outside) = given else { throw .failed("“trim” of \(given.kind)") }
            let scalars = Set(outside.unicodeScalars)
            return .text(PythonText.stripped(text) { scalars.contains($0) })
        case .replace:
            let limit = try arguments.integer(2, otherwise: -1)
            guard let old = try arguments[0]?.text(), let new = try arguments[1]?.text() else { return .text(text) }
            let count = limit < 0 ? Int.max : Int(clamping: limit)
            return .text(try PythonText.replace(old, by: new, in: text, limit: count))
        default: return .text(text)
        }
    }

    private static func capitalized(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return "" }
        return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst()).lowercased()
    }

    /// A word begins after white space, `-` and opening brackets.
    private static func title(_ text: String) -> String {
        var result = ""
        var isFirst = true
        for scalar in text.unicodeScalars {
            let isBetween = PythonText.isSpace(scalar) || "-({[<".unicodeScalars.contains(scalar)
            result += isFirst && !isBetween ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
            isFirst = isBetween
        }
        return result
    }

    /// A value other than a text is returned unchanged if it is short, and throws otherwise.
    private static func truncated(
        _ value: PythonValue, arguments: FilterArguments
    ) throws(DialectError) -> PythonValue {
        let length = try arguments.integer(0, otherwise: 255)
        let leeway = try arguments.integer(3, otherwise: 5)
        let end: String
        switch arguments[2] {
        case nil: end = "..."
        case .text(let given): end = given
        case let other?: throw .failed("“truncate” with \(other.kind) at its end")
        }
        let kept = length.subtractingReportingOverflow(Int64(end.unicodeScalars.count))
        guard !kept.overflow, kept.partialValue >= 0, leeway >= 0 else {
            throw .failed("“truncate” to a length below that of its end")
        }
        guard case .integer(let count) = try Self.length(value) else { return value }
        guard count > length.addingReportingOverflow(leeway).partialValue else { return value }
        guard case .text(let text) = value else { throw .failed("“truncate” of \(value.kind)") }
        var scalars = text.unicodeScalars.prefix(Int(clamping: kept.partialValue))
        if arguments[1]?.isTrue != true, let space = scalars.lastIndex(of: " ") { scalars = scalars[..<space] }
        return .text(String(scalars) + end)
    }
}
