import HomeModel

// The schemas of model values, which are the same in every body.
extension Schema {
    static let id = component("ID", .text(pattern: "^[a-z0-9][a-z0-9-]{0,63}$"))
    static let time = component("Time", .text(format: "date-time").about("RFC 3339; the gateway writes UTC."))
    static let name = component(
        "Name",
        .text(1...DisplayName.maximumBytes).about(
            "1 to \(DisplayName.maximumCharacters) characters and at most \(DisplayName.maximumBytes) bytes: letters and "
                + "numbers of any script, spaces and - _ ( )."))
    static let capabilityKind = component("CapabilityKind", .word(of: CapabilityKind.self))
    static let capabilityName = component(
        "CapabilityName",
        .text(pattern: "^(\(kinds))(\\.[a-z0-9][a-z0-9-]{0,63})?$").about(
            "Such as `temperature`, or `number.fan-boost` with the device's own label."))
    static let value = component(
        "Value",
        one(
            of: .boolean, .number, .text,
            .openObject([
                "hue": .number.about("Degrees, 0 to 360."), "saturation": .number.about("Percent."),
            ])))
    static let role = component("Role", .word(of: Role.self))
    static let permission = component("Permission", .word(of: Permission.self))
    static let stepUp = component("StepUp", .word(of: StepUp.self))
    static let thumbprint = component(
        "KeyThumbprint", .text(pattern: "^[A-Za-z0-9_-]{43}$").about("RFC 7638, SHA-256, base64url."))
    static let shortThumbprint = text.about("The thumbprint that both sides show, to compare it.")
    static let purpose = component(
        "Purpose", .word(of: Purpose.self).about("What a part moves, or what it supplies with power."))
    static let availability = component("Availability", .word(of: Availability.self))
    static let flow = component("EnergyFlow", .word(of: EnergyFlow.self))

    private static let kinds = CapabilityKind.allCases.map(\.rawValue).joined(separator: "|")
}
