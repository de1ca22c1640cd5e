extension CharacteristicKind {
    /// Whether the specification defines its values as booleans, for accessories that announce no format.
    var isBoolean: Bool {
        switch self {
        case .on, .mute, .holdPosition, .motionDetected, .obstructionDetected, .outletInUse, .statusActive,
            .audioFeedback, .administratorOnlyAccess, .nightVision:
            true
        default: false
        }
    }
}
