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

extension PythonValue {
    /// What it takes to look at all of it.
    var weight: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let values), .tuple(let values): values.reduce(values.count) { $0 + $1.weight }
        case .object(let object): JSONValue.object(object).weight
        case .dictionary(let members): members.reduce(members.count) { $0 + $1.key.weight + $1.value.weight }
        default: 1
        }
    }

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

extension JSONValue {
    fileprivate var weight: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let values): values.reduce(values.count) { $0 + $1.weight }
        case .object(let object): object.members.reduce(0) { $0 + $1.key.utf8.count + $1.value.weight + 1 }
        default: 1
        }
    }
}
