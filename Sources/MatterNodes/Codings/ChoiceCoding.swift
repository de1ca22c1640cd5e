import HomeModel
import MatterProtocol

/// One word of a choice, and the number by which the node means it.
struct NumberedWord: Hashable, Sendable {
    let number: Int64
    let word: String

    init(_ number: Int64, word: String) {
        self.number = number
        self.word = word
    }
}

/// A choice that an attribute reports as a number, and that a written attribute or commands set.
struct ChoiceCoding: ValueCoding {
    enum Setter: Sendable {
        case write(AttributePath)
        /// A command whose field 0 has the number.
        case invoke(UInt32, cluster: UInt32, endpoint: UInt16)
        /// One request for each word.
        case steps([String: NodeCommandStep])
    }

    let source: AttributePath
    /// The field of the attribute's structure that has the number; nil when the attribute is the number itself.
    var field: UInt8?
    /// The bits of the attribute that are the number; nil when all are. Any of the bits is 1, none is 0.
    var bits: Int64?
    let words: [NumberedWord]
    var setter: Setter?
    /// The words to which it can be set; nil for all.
    var commands: [NumberedWord]?
    var others: [AttributePath] = []

    var reported: [AttributePath] { [source] }
    var isCommanded: Bool {
        if case .steps(let steps)? = setter { return !steps.isEmpty }
        return setter != nil
    }

    func value(in values: AttributeValues) -> CapabilityValue? {
        let content = field.map { values[source]?[$0] } ?? values[source]
        let whole = content.flatMap { $0.boolean.map { $0 ? 1 : 0 } ?? $0.signed }
        guard let whole else { return nil }
        let number = bits.map { whole & $0 == 0 ? 0 : 1 } ?? whole
        return words.first { $0.number == number }.map { .text($0.word) }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard case .text(let word) = value, let setter else { throw .valueNotAccepted }
        if case .steps(let steps) = setter {
            guard let step = steps[word] else { throw .valueNotAccepted }
            return CommandDraft([step], others: others)
        }
        guard let number = (commands ?? words).first(where: { $0.word == word })?.number, number >= 0 else {
            throw .valueNotAccepted
        }
        let content = TLVValue.unsigned(UInt64(number))
        switch setter {
        case .write(let path): return CommandDraft([.write(path, value: content)], others: others)
        case .invoke(let command, let cluster, let endpoint):
            return CommandDraft(
                [.invoke(command, of: cluster, endpoint: endpoint, fields: [0: content])], others: others)
        case .steps: throw .valueNotAccepted
        }
    }
}
