import HomeModel

extension MappingRow {
    static let sound: [MappingRow] = [
        .setting(label: "mute", of: .mute, words: Words.offOn),
        .number(
            .number, label: "volume",
            from: .volume, target: .volume,
            form: NumberForm(scale: .level, usual: 0...100, usualStep: 1)),
    ]

    static let media = MappingRow.choice(
        .media, from: [.currentMediaState], words: Words.mediaStates, target: .targetMediaState,
        commands: Words.mediaStates)
}

extension ServiceMapping {
    /// Televisions and loudspeakers.
    static let media = [
        ServiceMapping(
            .television, part: "television", purpose: .electronics,
            rows: [
                .boolean(.switch, from: .active, isSettable: true), .input(.activeIdentifier), MappingRow.media,
            ]),
        ServiceMapping(.speaker, part: "speaker", rows: MappingRow.sound),
        ServiceMapping(.smartSpeaker, part: "speaker", rows: [MappingRow.media] + MappingRow.sound),
        ServiceMapping(.microphone, part: "microphone", rows: MappingRow.sound),
    ]
}
