/// An English sentence for people, with its code and the values in it. With them a client can write the sentence in
/// another language.
package struct CodedSentence: Hashable, Sendable, Codable {
    /// Stays the same in later versions.
    package let code: String
    package let values: [String: SentenceValue]
    package let text: String

    package init(_ code: String, values: [String: SentenceValue] = [:], text: String) {
        self.code = code
        self.values = values
        self.text = text
    }
}

extension SentenceValue {
    /// A number of entries or bytes; a number beyond the range of JSON's integers is the largest of them.
    package static func count(_ number: some BinaryInteger) -> SentenceValue { .number(Int(clamping: number)) }
}
