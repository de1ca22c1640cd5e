/// How something is, as the gateway words it.
enum HealthMark: Sendable, Hashable {
    case ok, warning, failing

    /// A word that we do not know is not taken for health.
    init(_ word: String) {
        switch word {
        case "ok", "informational", "information", "info": self = .ok
        case "warning": self = .warning
        default: self = .failing
        }
    }

    var symbol: StyledText {
        switch self {
        case .ok: StyledText("✓", .good)
        case .warning: StyledText("!", .warning)
        case .failing: StyledText("✗", .bad)
        }
    }
}
