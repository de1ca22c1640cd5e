import HomeModel

extension MappingRow {
    /// The position of something that opens; 100 % is open, as in the specification.
    static let openingRows: [MappingRow] = [
        .number(
            .position,
            from: .currentPosition, target: .targetPosition,
            form: NumberForm(
                scale: .level, usual: 0...100, usualStep: 1,
                tolerance: .fixed(2))),
        .movement(.positionState, hold: .holdPosition),
    ]

    /// How far slats are turned, from the lowest angle to the highest.
    static func tilt(
        _ current: CharacteristicKind, target: CharacteristicKind, alternative: String? = nil
    ) -> MappingRow {
        .number(
            .tilt, alternative: alternative,
            from: current, target: target,
            form: NumberForm(scale: .span, usual: -90...90, usualStep: 1, tolerance: .fixed(2)))
    }

    /// The lock of a door. Its current state confirms a command, never its target.
    static let lock = MappingRow.choice(
        .lock, from: [.lockCurrentState], words: Words.lockStates, target: .lockTargetState,
        commands: Words.lockTargets)
}

extension ServiceMapping {
    /// Covers, doors, windows and locks.
    static let openings = [
        ServiceMapping(
            .windowCovering, part: "cover", purpose: .blind,
            rows: MappingRow.openingRows + [
                .tilt(.currentHorizontalTiltAngle, target: .targetHorizontalTiltAngle),
                .tilt(.currentVerticalTiltAngle, target: .targetVerticalTiltAngle, alternative: "vertical"),
            ]),
        ServiceMapping(
            .slats, part: "slats", purpose: .blind,
            rows: [
                .tilt(.currentTiltAngle, target: .targetTiltAngle), .fanSwing,
                .state("state", from: .currentSlatState, words: Words.slatStates),
            ]),
        // A window or door has no suggested purpose: a person is asked, and until then every movement is sensitive.
        ServiceMapping(.window, part: "window", rows: MappingRow.openingRows),
        ServiceMapping(.door, part: "door", isTimed: true, rows: MappingRow.openingRows),
        ServiceMapping(
            .garageDoorOpener, part: "garage", isTimed: true,
            rows: [
                .choice(
                    .garageDoor, from: [.currentDoorState], words: Words.doorStates, target: .targetDoorState,
                    commands: Words.doorTargets),
                .lock,
            ]),
        ServiceMapping(.lockMechanism, part: "lock", isTimed: true, rows: [.lock]),
    ]
}
