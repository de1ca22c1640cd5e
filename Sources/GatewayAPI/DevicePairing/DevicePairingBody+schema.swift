import GatewayWire
import HomeModel

extension DevicePairingBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "DevicePairing",
        .object(
            [
                "id": .id.about(
                    "HomeKit: that of the discovered device too, before and after the pairing. A Matter node has another id "
                        + "before it is paired."),
                "link": .word(of: LinkKind.self),
                "address": .text.about(
                    "HomeKit: the id that the device announces, such as `aa:bb:cc:dd:ee:ff`. Matter: its node id."),
                "name": .text,
                "state": .word(of: DevicePairing.State.self).about(
                    "`unfinished`: pairing was interrupted; the gateway completes or removes it as soon as it reaches the "
                        + "device. `removing`: a person removed the pairing; it is removed at the device as soon as the "
                        + "gateway reaches it."),
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
        "DevicePairingTrouble",
        .object(
            ["code": .text.about("Stable, for programs."), "detail": .text],
            optional: [
                "since": .time.about("When the connection was lost, or was first tried after a start of the gateway.")
            ]))

    static let example = DevicePairingTroubleBody(
        code: "notFound",
        detail: "The accessory is not announced on the network. Check that it has power and is on this network.")
}

extension PairedDeviceBody: DocumentedBody {
    static let schema = Schema.component(
        "PairedDevice",
        .object(
            [
                "id": .id.about("The id in the home if it is adopted, else that of `GET /discovered`."), "name": .text,
                "isAdopted": .boolean,
            ],
            optional: [
                "lockPIN": .word(of: LockPIN.State.self).about(
                    "Whether the gateway has the PIN that this lock demands with each command; absent if it demands none. "
                        + "`refused`: the lock refused the PIN, and the gateway does not send it again.")
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
