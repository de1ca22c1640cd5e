/// The severity of a finding or the status of a subsystem.
enum HealthMark: Sendable, Hashable {
    case ok, notice, warning, failing

    /// Reads the gateway's word. An unknown word counts as `failing`, so that a problem is never shown as health.
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
        case .ok: StyledText("✓", style: .good)
        case .notice: StyledText("i", style: .faint)
        case .warning: StyledText("!", style: .warning)
        case .failing: StyledText("✗", style: .bad)
        }
    }
}
