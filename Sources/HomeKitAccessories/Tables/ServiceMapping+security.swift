import HomeModel

extension ServiceMapping {
    static let security = [
        ServiceMapping(
            .securitySystem, part: "alarm",
            rows: [
                .choice(
                    .alarm, from: [.securitySystemCurrentState], words: Words.alarmStates,
                    target: .securitySystemTargetState, commands: Words.alarmTargets)
            ])
    ]
}
