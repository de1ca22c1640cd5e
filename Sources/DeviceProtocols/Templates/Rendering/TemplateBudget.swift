/// The remaining budget for rendering, in visited bytes and elements. Each operator has its own limits, but a template
/// may have many operators and a message may be used by many templates.
package final class TemplateBudget {
    private var left: Int
    private let message: TemplateBudget?

    /// The budget of all templates that use one message.
    package init() { (left, message) = (TemplateLimits.messageBudget, nil) }

    /// The budget of one rendering. It also charges the budget of the message.
    init(within message: TemplateBudget) { (left, self.message) = (TemplateLimits.renderingBudget, message) }

    /// Charges `amount`. Throws if the budget is exhausted.
    func spend(_ amount: Int) throws(DialectError) {
        left -= min(amount, TemplateLimits.messageBudget)
        guard left >= 0 else {
            left = 0
            throw .failed("too much work")
        }
        try message?.spend(amount)
    }
}

extension TemplateBudget {
    /// Charges the cost of visiting all of a value and throws as soon as the budget is exhausted. Values share their
    /// elements, so a value of few bytes may have a huge number of elements.
    func charge(_ value: PythonValue) throws(DialectError) {
        switch value {
        case .text(let text): try spend(text.utf8.count)
        case .list(let values), .tuple(let values):
            try spend(values.count)
            for value in values { try charge(value) }
        case .object(let object): try charge(JSONValue.object(object))
        case .dictionary(let members):
            try spend(members.count)
            for member in members {
                try charge(member.key)
                try charge(member.value)
            }
        default: try spend(1)
        }
    }

    /// Charges a value that an expression created and returns it, so that no value grows beyond the budget.
    func charged(_ value: PythonValue) throws(DialectError) -> PythonValue {
        try charge(value)
        return value
    }

    private func charge(_ json: JSONValue) throws(DialectError) {
        switch json {
        case .text(let text): try spend(text.utf8.count)
        case .list(let values):
            try spend(values.count)
            for value in values { try charge(value) }
        case .object(let object):
            for member in object.members {
                try spend(member.key.utf8.count + 1)
                try charge(member.value)
            }
        default: try spend(1)
        }
    }
}

extension PythonValue {
    /// The cost of finding a member of the value.
    var lookupCost: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .object(let object): object.members.count
        case .dictionary(let members): members.count
        default: 1
        }
    }
}
