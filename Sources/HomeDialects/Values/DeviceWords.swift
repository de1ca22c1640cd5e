/// A word of the device and what it means here.
struct ChoiceWord: Hashable, Sendable {
    let word: String
    let meaning: String
}

/// A device's words for no and yes.
struct BooleanWords: Hashable, Sendable {
    let whenFalse: String
    let whenTrue: String
}
