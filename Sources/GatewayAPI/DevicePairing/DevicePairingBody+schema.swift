import GatewayWire
import HomeModel

extension Schema {
    static let controllerIdentifier = component(
        "ControllerIdentifier", .text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$").about("Mostly a UUID."))

    fileprivate static let publicKey = component(
        "ControllerPublicKey", .text(pattern: "^[0-9A-Fa-f]{64}$").about("An Ed25519 key, hexadecimal."))
}

extension DevicePairingBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "DevicePairing",
        .object(
            [
                "id": .id.about("The id of the discovered device too, before and after the pairing."),
                "link": .word(of: LinkKind.self),
                "address": .text.about("The id that the device announces, such as `aa:bb:cc:dd:ee:ff`."), "name": .text,
                "state": .word(of: DevicePairing.State.self).about(
                    "`unfinished`: pairing was interrupted. `removing`: a person removed the pairing. Both "
                        + "are removed at the device as soon as the gateway reaches it."),
                "devices": .array(of: PairedDeviceBody.schema).about(
                    "The device itself, or those behind the bridge. Empty until the gateway has read them."),
                "canBePairedAgain": .boolean.about(
                    "Whether the device says that it has no pairing any more, for example after a reset. Its devices stay "
                        + "when it is paired again."),
                "pairedAt": .time,
            ],
            optional: [
                "model": .text, "category": .text,
                "trouble": DevicePairingTroubleBody.schema.about(
                    "Why the gateway has no connection to the device. Absent while it has one."),
            ]
        ).about("The texts come from the network and are escaped."))

    static let example = DevicePairingBody(
        id: DeviceID("homekit-aa-bb-cc-dd-ee-ff"), link: .homeKit, address: "aa:bb:cc:dd:ee:ff", name: "Desk lamp",
        model: "Lamp 1", category: "light", state: .paired, trouble: .example, devices: [.example],
        pairedAt: .example)
}

extension DevicePairingTroubleBody: DocumentedBody {
    static let schema = Schema.component(
        "DevicePairingTrouble", .object(["code": .text.about("Stable, for programs."), "detail": .text]))

    static let example = DevicePairingTroubleBody(
        code: "notFound",
        detail: "The accessory is not announced on the network. Check that it has power and is on this network.")
}

extension PairedDeviceBody: DocumentedBody {
    static let schema = Schema.component(
        "PairedDevice",
        .object([
            "id": .id.about("The id in the home if it is adopted, else that of `GET /discovered`."), "name": .text,
            "isAdopted": .boolean,
        ]))

    static let example = PairedDeviceBody(id: DeviceID("desk-lamp"), name: "Desk lamp", isAdopted: true)
}

extension DevicePairingCodeBody: DocumentedBody {
    static let schema = Schema.component(
        "DevicePairingCode",
        .object(
            [
                "code": .text(1...64).about(
                    "The code that is printed on the device, or the text of its QR code. The gateway neither stores nor logs "
                        + "it.")
            ],
            optional: [
                "accepts": .array(of: .word(of: DevicePairingObstacle.self)).about(
                    "The problems `unknownMaker` or `testDevice` of an earlier attempt, if the person wants to pair all the "
                        + "same. The audit log records it.")
            ]))

    static let example = DevicePairingCodeBody(code: "031-45-154")
}

extension DeviceControllerBody: DocumentedBody {
    static let schema = Schema.component(
        "DeviceController",
        .object([
            "identifier": .text.about("As the device stores it, escaped."), "publicKey": .publicKey,
            "isAdministrator": .boolean.about("Whether the controller may add and remove controllers."),
            "isOwn": .boolean.about("Whether it is this gateway."),
        ]))

    static let example = DeviceControllerBody(
        identifier: "8A5E2F40-1C3B-4D6E-9F70-2B4C6D8E0F13", publicKey: String(repeating: "c0", count: 32),
        isAdministrator: false, isOwn: false)
}

extension NewDeviceControllerBody: DocumentedBody {
    static let schema = Schema.component(
        "NewDeviceController",
        .object(
            ["identifier": .controllerIdentifier, "publicKey": .publicKey],
            optional: [
                "isAdministrator": .boolean.about(
                    "Whether the controller may add and remove controllers, this gateway too. False if absent.")
            ]
        ).about(
            "The controller may command the device from then on, past the permissions and the audit log of the gateway."
        ))

    static let example = NewDeviceControllerBody(
        identifier: "8A5E2F40-1C3B-4D6E-9F70-2B4C6D8E0F13", publicKey: String(repeating: "c0", count: 32),
        isAdministrator: false)
}
