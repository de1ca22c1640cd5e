import DeviceProtocols
import GatewayWire
import HomeModel

extension Schema {
    private static let byte = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    static let ipv4 = component("IPv4Address", .text(pattern: "^(\(byte)\\.){3}\(byte)$"))

    fileprivate static let address = ipv4.about("In the network of one of the gateway's own interfaces.")
    fileprivate static let port = Schema.integer(1...65_535).about("The port of the device's web server; 80 if absent.")
    static let directlyConfigured = component(
        "DirectlyConfiguredFamily", .words(DeviceFamilies.directlyConfigurable.map { $0.name.rawValue }))
}

extension SetupQuestionBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupQuestion",
        .object(
            ["address": .address],
            optional: ["port": .port, "dialect": .directlyConfigured.about("If absent, each family is tried.")]))

    static let example = SetupQuestionBody(address: .example)
}

extension SetupRequestBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupRequest",
        .object(
            [
                "address": .address,
                "mac": .mac.about("The MAC address from the plan; another device at the address is not configured."),
            ],
            optional: ["port": .port, "dialect": .directlyConfigured.about("If absent, each family is tried.")]))

    static let example = SetupRequestBody(address: .example, mac: exampleMAC)
}

extension SetupPlanBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "SetupPlan",
        .object(
            [
                "root": .id.about("The device's root topic, user name and client id."), "dialect": .directlyConfigured,
                "address": .address, "port": .port, "name": .text.about("The device's own name."), "mac": .mac,
                "isAnnounced": .boolean.about("Whether the local network announces this name at this address."),
                "settings": .array(of: SetupSettingBody.schema).about("Everything that a setup would set."),
            ],
            optional: ["model": .text, "firmware": .text]
        ).about("The texts come from the device and are escaped."))

    static let example = SetupPlanBody(
        root: DeviceID("porch"), dialect: DeviceFamilies.directExample, address: .example, port: 80,
        name: "plug-1b2c3d",
        mac: exampleMAC, model: "Plug", firmware: "1.7.5", isAnnounced: true, settings: [.example])
}

extension SetupSettingBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupSetting",
        .object(
            ["name": .text.about("Its name in the firmware."), "kind": .word(of: Kind.self)],
            optional: ["value": .text.about("Absent unless the kind is `text`.")]))

    static let example = SetupSettingBody(name: "user", kind: .text, value: "porch")
}

extension SetupBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Setup",
        .object(
            [
                "root": .id, "dialect": .directlyConfigured, "outcome": .word(of: Outcome.self),
                "steps": .array(of: SetupProgressBody.schema).about("All steps, in order."),
            ],
            optional: ["failure": SetupFailureBody.schema]))

    static let example = SetupBody(
        root: DeviceID("porch"), dialect: DeviceFamilies.directExample, outcome: .failed, steps: [.example],
        failure: .example)
}

extension SetupProgressBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupStepState", .object(["step": .word(of: Step.self), "state": .word(of: State.self)]))

    static let example = SetupProgressBody(step: .identity, state: .done)
}

extension SetupFailureBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupFailure",
        .object([
            "code": .words(SetupFailure.codes), "detail": .text,
            "values": .sentenceValues.about("The values in `detail`, to write it in another language."),
            "isRevoked": .boolean.about("False while the revocation of the credential is tried again."),
        ]))

    static let example = SetupFailureBody(
        code: SetupFailure.notConnected.code, detail: SetupFailure.notConnected.description,
        values: SetupFailure.notConnected.values, isRevoked: true)
}

private let exampleMAC = MACAddress(bits: 0xA4CF_1200_1B2C)

extension IPv4Address {
    static let example = IPv4Address(rawValue: 0xC0A8_0114)
}

extension DeviceFamilies {
    static let directExample = (directlyConfigurable.first ?? standard).name
}
