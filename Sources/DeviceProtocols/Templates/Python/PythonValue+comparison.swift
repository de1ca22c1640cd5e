extension PythonValue {
    func compares(
        _ relation: PythonRelation, to other: PythonValue, budget: TemplateBudget
    ) throws(DialectError) -> Bool {
        switch relation {
        case .equal: return try isEqual(to: other, budget)
        case .notEqual: return !(try isEqual(to: other, budget))
        case .isIn: return try isContained(in: other, budget)
        case .isNotIn: return !(try isContained(in: other, budget))
        case .less: return try isOrdered(before: other, relation, budget: budget)
        case .greater: return try other.isOrdered(before: self, relation, budget: budget)
        // `<=` is not the negation of `>`, because every comparison with NaN is false.
        case .lessOrEqual:
            return try isOrdered(before: other, relation, budget: budget) ? true : isEqual(to: other, budget)
        case .greaterOrEqual:
            return try other.isOrdered(before: self, relation, budget: budget) ? true : isEqual(to: other, budget)
        }
    }

    func isEqual(to other: PythonValue, _ budget: TemplateBudget) throws(DialectError) -> Bool {
        try budget.spend(1)
        switch (self, other) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.text(let one), .text(let two)):
            guard one.utf8.count == two.utf8.count else { return false }
            try budget.spend(one.utf8.count)
            return PythonText.isEqual(one, two)
        case (.list(let one), .list(let two)), (.tuple(let one), .tuple(let two)):
            guard one.count == two.count else { return false }
            for (one, two) in zip(one, two) where !(try one.isEqual(to: two, budget)) { return false }
            return true
        case (.object, _), (.dictionary, _):
            for value in [self, other] {
                // A dictionary from JSON is converted with all of its contents, so all of it is charged.
                if case .object = value { try budget.charge(value) } else { try budget.spend(value.lookupCost) }
            }
            guard let one = members, let two = other.members, one.count == two.count else { return false }
            return try Self.areEqual(one, two: two, budget: budget)
        case (.method, _), (_, .method): throw .failed("a comparison with a method")
        default:
            if let one = integer, let two = other.integer { return one == two }
            guard double != nil, other.double != nil, !isNaN, !other.isNaN else { return false }
            if try isOrdered(before: other, .equal, budget: budget) { return false }
            return !(try other.isOrdered(before: self, .equal, budget: budget))
        }
    }

    private static func areEqual(_ one: [Member], two: [Member], budget: TemplateBudget) throws(DialectError)
        -> Bool
    {
        for member in one {
            var isFound = false
            for candidate in two where try candidate.key.isEqual(to: member.key, budget) {
                isFound = try candidate.value.isEqual(to: member.value, budget)
            }
            guard isFound else { return false }
        }
        return true
    }

    private var isNaN: Bool { if case .number(let value) = self { value.isNaN } else { false } }

    /// Compares numbers exactly at any magnitude, and texts by their code points.
    private func isOrdered(
        before other: PythonValue, _ relation: PythonRelation, budget: TemplateBudget
    ) throws(DialectError) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let two)):
            try budget.spend(min(one.utf8.count, two.utf8.count))
            return one.utf8.lexicographicallyPrecedes(two.utf8)
        case (.number(let one), .number(let two)): return one < two
        case (.number(let one), _): if let two = other.integer { return one < two }
        case (_, .number(let two)): if let one = integer { return one < two }
        default: if let one = integer, let two = other.integer { return one < two }
        }
        throw .failed("“\(relation.rawValue)” of \(kind) and \(other.kind)")
    }

    private func isContained(in other: PythonValue, _ budget: TemplateBudget) throws(DialectError) -> Bool {
        switch other {
        case .undefined: return false
        case .list(let values), .tuple(let values):
            for value in values where try isEqual(to: value, budget) { return true }
            return false
        case .text(let text):
            guard case .text(let part) = self else { throw .failed("“in” a text of \(kind)") }
            try budget.spend(part.utf8.count + text.utf8.count)
            return !PythonText.offsets(of: part, in: text, limit: 1).isEmpty
        case .object(let object):
            guard try isHashable(budget) else { throw .failed("a key that is a list or dictionary") }
            try budget.spend(object.members.count)
            if case .text(let name) = self { return object[name] != nil }
            return false
        case .dictionary(let members):
            guard try isHashable(budget) else { throw .failed("a key that is a list or dictionary") }
            return try members.index(of: self, budget) != nil
        case .none, .boolean, .integer, .number, .method: throw .failed("“in” \(other.kind)")
        }
    }

    /// The members of either form of dictionary: each key once, at its first position with its last value.
    var members: [Member]? {
        switch self {
        case .dictionary(let members): return members
        case .object(let object):
            var offsets: [String: Int] = [:]
            var members: [Member] = []
            for member in object.members {
                let value = Member(key: .text(member.key), value: PythonValue(member.value))
                if let offset = offsets[member.key] {
                    members[offset] = value
                } else {
                    offsets[member.key] = members.count
                    members.append(value)
                }
            }
            return members
        default: return nil
        }
    }
}

extension Int64 {
    fileprivate static func < (one: Int64, other: Double) -> Bool {
        if other.isNaN || other <= -0x1p63 { return false }
        return other >= 0x1p63 || one < Int64(other.rounded(.up))
    }
}

extension Double {
    fileprivate static func < (one: Double, other: Int64) -> Bool {
        if one.isNaN || one >= 0x1p63 { return false }
        return one < -0x1p63 || Int64(one.rounded(.down)) < other
    }
}
