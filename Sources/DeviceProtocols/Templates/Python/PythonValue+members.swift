extension PythonValue {
    /// Python's `x.name`. A method takes precedence over a member of the same name.
    func attribute(_ name: String) throws(DialectError) -> PythonValue {
        if case .undefined = self { throw .failed("“\(name)” of an undefined value") }
        if isMethod(name) { return .method }
        if isDictionary, PythonMemberNames.changingDictionaries.contains(name) { return .undefined }
        return member(name) ?? .undefined
    }

    /// Python's `x[key]`. A member takes precedence over a method of the same name.
    func item(_ key: PythonValue, budget: TemplateBudget) throws(DialectError) -> PythonValue {
        switch (self, key) {
        case (.undefined, _): throw .failed("a member of an undefined value")
        case (.list(let values), _), (.tuple(let values), _):
            if let index = key.integer { return values.at(index) ?? .undefined }
        case (.text(let text), _):
            if let index = key.integer {
                return Array(text.unicodeScalars).at(index).map { .text(String($0)) } ?? .undefined
            }
        case (.object, .text(let name)): if let member = member(name) { return member }
        case (.dictionary(let members), _):
            if try key.isHashable(budget), let index = try members.index(of: key, budget) {
                return members[index].value
            }
        default: break
        }
        guard case .text(let name) = key, isMethod(name) else { return .undefined }
        return .method
    }

    private func member(_ name: String) -> PythonValue? {
        switch self {
        case .object(let object): object[name].map { PythonValue($0) }
        case .dictionary(let members):
            members.first { if case .text(name) = $0.key { true } else { false } }?.value
        default: nil
        }
    }

    func slice(from: PythonValue?, to: PythonValue?) throws(DialectError) -> PythonValue {
        switch self {
        case .list(let values): return .list(Array(values[try values.range(from, to)]))
        case .tuple(let values): return .tuple(Array(values[try values.range(from, to)]))
        case .text(let text):
            let scalars = Array(text.unicodeScalars)
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[try scalars.range(from, to)])
            return .text(String(part))
        default: throw .failed("a part of \(kind)")
        }
    }

    func call(
        _ method: PythonMethod, arguments: [PythonValue], budget: TemplateBudget
    ) throws(DialectError) -> PythonValue {
        switch method {
        case .get: return try get(arguments, budget: budget)
        case .keys, .values, .items: return .list(try view(method))
        case .format:
            guard case .text(let text) = self else { throw .failed("“.format” of a value that is not a text") }
            return .text(try PythonFormat.braces(text, values: arguments))
        case .join:
            guard case .text(let separator) = self else { throw .failed("“.join” of a value that is not a text") }
            return .text(try PythonText.joined(try arguments[0].elements(), by: separator, isStrict: true))
        default: break
        }
        var texts: [String] = []
        for value in [self] + arguments {
            guard case .text(let text) = value else {
                throw .failed("“.\(method.rawValue)” of a value that is not a text")
            }
            texts.append(text)
        }
        let text = texts[0]
        switch (method, texts.dropFirst().first) {
        case (.lower, _): return .text(try PythonText.checked(text.lowercased()))
        case (.upper, _): return .text(try PythonText.checked(text.uppercased()))
        case (.strip, _): return .text(PythonText.stripped(text))
        case (.startswith, let start?): return .boolean(text.utf8.starts(with: start.utf8))
        case (.endswith, let end?): return .boolean(text.utf8.reversed().starts(with: end.utf8.reversed()))
        case (.split, let separator?): return .list(try PythonText.split(text, by: separator).map { .text($0) })
        case (.replace, let old?): return .text(try PythonText.replace(old, by: texts[2], in: text))
        default: throw .failed("“.\(method.rawValue)”")
        }
    }

    private func view(_ method: PythonMethod) throws(DialectError) -> [PythonValue] {
        guard let members else { throw .failed("“.\(method.rawValue)” of a value that is not a dictionary") }
        return members.map { member in
            switch method {
            case .keys: member.key
            case .values: member.value
            default: .tuple([member.key, member.value])
            }
        }
    }

    /// The values that a loop visits: elements, keys, or the characters of a text.
    func elements() throws(DialectError) -> [PythonValue] {
        switch self {
        case .undefined: return []
        case .list(let values), .tuple(let values): return values
        case .object, .dictionary: return (members ?? []).map(\.key)
        case .text(let text):
            guard text.utf8.count <= TemplateLimits.elements else { throw .failed("a list that is too long") }
            return text.unicodeScalars.map { .text(String($0)) }
        default: throw .failed("the elements of \(kind)")
        }
    }

    private func get(_ arguments: [PythonValue], budget: TemplateBudget) throws(DialectError) -> PythonValue {
        let key = arguments[0]
        guard try key.isHashable(budget) else { throw .failed("a key that is a list or dictionary") }
        let otherwise = arguments.count > 1 ? arguments[1] : .none
        switch (self, key) {
        case (.object, .text(let name)): return member(name) ?? otherwise
        case (.object, _): return otherwise
        case (.dictionary(let members), _):
            guard let index = try members.index(of: key, budget) else { return otherwise }
            return members[index].value
        default: throw .failed("“.get” of a value that is not a dictionary")
        }
    }

    private var isDictionary: Bool { passes(.mapping) }

    private func isMethod(_ name: String) -> Bool {
        switch self {
        case .object, .dictionary: PythonMemberNames.ofDictionaries.contains(name)
        case .list, .tuple: PythonMemberNames.ofLists.contains(name)
        case .text: PythonMemberNames.ofTexts.contains(name)
        case .boolean, .integer, .number: PythonMemberNames.ofNumbers.contains(name)
        case .undefined, .none, .method: false
        }
    }
}

/// The names of methods and attributes that Python's own types have.
enum PythonMemberNames {
    static let ofDictionaries: Set<String> = ["copy", "fromkeys", "get", "items", "keys", "values"]
    /// Home Assistant forbids these methods. As attributes they are undefined, even if the dictionary has such a key.
    static let changingDictionaries: Set<String> = ["clear", "pop", "popitem", "setdefault", "update"]
    static let ofLists: Set<String> = ["copy", "count", "index"]
    static let ofNumbers: Set<String> = [
        "as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator", "from_bytes", "fromhex", "hex",
        "imag", "is_integer", "numerator", "real", "to_bytes",
    ]
    static let ofTexts: Set<String> = [
        "capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find", "format",
        "format_map", "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower",
        "isnumeric", "isprintable", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "maketrans",
        "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit",
        "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",
    ]
}

extension Array {
    /// A negative index counts from the end.
    fileprivate func at(_ index: Int64) -> Element? {
        let place = index < 0 ? index.addingReportingOverflow(Int64(count)).partialValue : index
        return place >= 0 && place < count ? self[Int(place)] : nil
    }

    fileprivate func range(_ from: PythonValue?, _ to: PythonValue?) throws(DialectError) -> Range<Int> {
        let start = try index(from, otherwise: 0)
        return start..<Swift.max(start, try index(to, otherwise: count))
    }

    private func index(_ value: PythonValue?, otherwise: Int) throws(DialectError) -> Int {
        guard let value else { return otherwise }
        if case .none = value { return otherwise }
        guard let index = value.integer else { throw .failed("a slice with a bound that is not a whole number") }
        return index < 0
            ? Swift.max(0, Int(Swift.max(index, Int64(-count))) + count) : Int(Swift.min(index, Int64(count)))
    }
}
