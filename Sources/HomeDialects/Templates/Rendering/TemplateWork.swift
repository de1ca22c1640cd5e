/// How much may still be looked at, in bytes and elements: each operator has its own limits, but a template has many
/// operators, and a message may have many templates.
package final class TemplateWork {
    private var left: Int
    private let message: TemplateWork?

    /// For all templates that read one message.
    package init() { (left, message) = (TemplateLimits.messageWork, nil) }

    /// For one rendering of them.
    init(within message: TemplateWork) { (left, self.message) = (TemplateLimits.renderingWork, message) }

    func spend(_ amount: Int) throws(DialectError) {
        left -= min(amount, TemplateLimits.messageWork)
        guard left >= 0 else {
            left = 0
            throw .failed("too much work")
        }
        try message?.spend(amount)
    }
}

extension TemplateWork {
    /// Spends what it takes to look at all of a value, and no more than is left: values share their elements, so that
    /// one of few bytes may have elements without end.
    func weigh(_ value: PythonValue) throws(DialectError) {
        switch value {
        case .text(let text): try spend(text.utf8.count)
        case .list(let values), .tuple(let values):
            try spend(values.count)
            for value in values { try weigh(value) }
        case .object(let object): try weigh(JSONValue.object(object))
        case .dictionary(let members):
            try spend(members.count)
            for member in members {
                try weigh(member.key)
                try weigh(member.value)
            }
        default: try spend(1)
        }
    }

    /// For what an expression makes: nothing grows beyond what may be spent.
    func weighed(_ value: PythonValue) throws(DialectError) -> PythonValue {
        try weigh(value)
        return value
    }

    private func weigh(_ json: JSONValue) throws(DialectError) {
        switch json {
        case .text(let text): try spend(text.utf8.count)
        case .list(let values):
            try spend(values.count)
            for value in values { try weigh(value) }
        case .object(let object):
            for member in object.members {
                try spend(member.key.utf8.count + 1)
                try weigh(member.value)
            }
        default: try spend(1)
        }
    }
}

extension PythonValue {
    /// What it takes to find a member of it.
    var breadth: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .object(let object): object.members.count
        case .dictionary(let members): members.count
        default: 1
        }
    }
}
