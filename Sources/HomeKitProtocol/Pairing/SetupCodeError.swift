/// The reason why a text is not a setup code. It does not contain the text.
package enum SetupCodeError: Error, Hashable, Sendable {
    case malformed
    /// No accessory may have this code, so that sending it would only use up an attempt.
    case trivial

    /// What is wrong, and what a person can do about it.
    package var explanation: String {
        switch self {
        case .malformed:
            "A setup code has eight digits, for example in the form XXX-XX-XXX. The label of the accessory, its manual "
                + "or its display shows it."
        case .trivial:
            "No HomeKit accessory may have this code. The label of the accessory, its manual or its display shows the "
                + "right one."
        }
    }
}
