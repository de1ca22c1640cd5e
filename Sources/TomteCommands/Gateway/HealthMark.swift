/// How something is, as the gateway words it.
enum HealthMark: Sendable, Hashable {
    case ok, notice, warning, failing

    /// A word that we do not know is not taken for health.
    init(_ word: String) {
        switch word {
        case "ok": self = .ok
        case "notice": self = .notice
        case "warning": self = .warning
        default: self = .failing
        }
    }

    var symbol: StyledText {
        switch self {
        case .ok: StyledText("✓", .good)
        case .notice: StyledText("i", .faint)
        case .warning: StyledText("!", .warning)
        case .failing: StyledText("✗", .bad)
        }
    }
}
