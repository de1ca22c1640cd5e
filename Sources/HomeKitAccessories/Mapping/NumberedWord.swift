/// One word of a choice, and the number by which the device means it.
struct NumberedWord: Hashable, Sendable {
    let number: Int
    let word: String

    init(_ number: Int, word: String) {
        self.number = number
        self.word = word
    }
}
