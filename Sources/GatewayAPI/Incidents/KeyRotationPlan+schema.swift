import DeviceProtocols
import HomeModel

extension KeyRotationPlan: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "KeyRotationPlan",
        .object(
            ["items": .array(of: .keyRotationItem)],
            optional: [
                "overlap": .component(
                    "KeyRotationOverlap", .object(["beganAt": .time, "endsAt": .time]),
                    about: "The time in which old and new roots both count; absent while no rotation runs.")
            ]))
    static let example = KeyRotationPlan(
        overlap: KeyRotationOverlap(beganAt: .example),
        items: [
            .init(
                kind: .device, id: "heat-pump", name: "Heat pump", effect: .setUpAgain, isDone: false, isIssued: true,
                devices: [DeviceID("heat-pump")], setup: Setup(dialect: DeviceFamilies.standard.name, mac: nil)),
            .init(
                kind: .client, id: "9xb1c8de7k2mq4tz", name: "Kim’s phone", effect: .trustAgain, isDone: false,
                use: ClientUse(person: PersonID("kim"), pairedAt: .example, lastSeen: .example)),
        ])
}

extension Schema {
    fileprivate static let keyRotationItem = component(
        "KeyRotationItem",
        .object(
            [
                "kind": .word(of: KeyRotationPlan.Kind.self), "id": .text,
                "effect": .word(of: KeyRotationPlan.Effect.self),
                "isDone": .boolean.about("A device is done when it has connected with its new credential."),
            ],
            optional: [
                "name": .text,
                "isIssued": .boolean.about("Whether a device that needs a new credential has got one."),
                "isCutOff": .boolean.about(
                    "True for a device that the end of a rotation cut off, until it has connected with a new "
                        + "certificate. With `isIssued`, it has one."),
                "obstacle": .text.about(
                    "Why a paired device refused new keys, with `pairAgain`, or gets them only later."),
                "devices": .array(of: .id).about("The devices of the home that connect with this credential."),
                "setup": .component(
                    "KeyRotationSetup", .object([:], optional: ["dialect": .deviceFamily, "mac": .mac]),
                    about: "What to issue a new credential of a device with."),
                "use": .component(
                    "KeyRotationClientUse",
                    .object(["person": .id, "pairedAt": .time], optional: ["lastSeen": .time]),
                    about: "Whose client it is."),
            ]))
}
