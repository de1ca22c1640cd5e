package import HomeModel

/// The MQTT connection of the gateway on which a message arrives. A topic that carries values for both lanes arrives on
/// both, and each lane decodes only its own values.
package enum MessageLane: Sendable, CaseIterable {
    /// Recorded values: readings and state changes.
    case telemetry
    /// Values that can be commanded, and values that are shown but not recorded; also availability and replies.
    case control
}

extension Capability {
    /// Returns whether `lane` decodes the values of this capability.
    package func isReceived(on lane: MessageLane) -> Bool {
        switch lane {
        case .telemetry: kind.facts.recording != .none
        case .control: isCommanded || kind.facts.recording == .none
        }
    }
}
