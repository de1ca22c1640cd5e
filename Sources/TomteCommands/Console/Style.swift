/// The meaning of a piece of text. A terminal shows it as a colour or weight; a pipe gets no styles.
enum Style: Sendable, Hashable {
    case good, warning, bad, faint, strong

    /// Select Graphic Rendition. Source: ECMA-48 §8.3.117.
    var escapeSequence: String {
        switch self {
        case .good: "\u{1B}[32m"
        case .warning: "\u{1B}[33m"
        case .bad: "\u{1B}[31m"
        case .faint: "\u{1B}[2m"
        case .strong: "\u{1B}[1m"
        }
    }

    static let reset = "\u{1B}[0m"
}
