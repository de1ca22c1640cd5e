import HomeDialects

/// The dialects that simulated devices speak, as a scenario names them.
package enum SpokenDialect: String, Sendable, CaseIterable {
    case homie

    var speaker: any DialectSpeaker.Type {
        switch self {
        case .homie: HomieSpeaker.self
        }
    }

    /// Whether several devices may share one connection.
    var isBridge: Bool {
        switch self {
        case .homie: true
        }
    }
}
