package import HomeModel

/// Which of the gateway's two connections a message comes by. A topic that carries both kinds of things comes by both,
/// and each reads its own part of it.
package enum MessageLane: Sendable, CaseIterable {
    /// What is written down: readings and changes of state.
    case telemetry
    /// What can be told, and what is shown but never written down; availability and answers as well.
    case control
}

extension Capability {
    /// Whether what is said of it is for `lane`.
    package func isHeard(on lane: MessageLane) -> Bool {
        switch lane {
        case .telemetry: kind.facts.recording != .none
        case .control: isCommanded || kind.facts.recording == .none
        }
    }
}
