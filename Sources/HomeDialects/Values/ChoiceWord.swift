/// An option in the device's word, and its meaning in the gateway's model.
struct ChoiceWord: Hashable, Sendable {
    let word: String
    let meaning: String
}

/// A device's words for false and true.
struct BooleanWords: Hashable, Sendable {
    let whenFalse: String
    let whenTrue: String
}
