import GatewayWire

extension Schema {
    static let controllerIdentifier = component(
        "ControllerIdentifier",
        .text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$").about("HomeKit: mostly a UUID. Matter: that of a fabric."))

    fileprivate static let newPublicKey = component(
        "ControllerPublicKey", .text(pattern: "^[0-9A-Fa-f]{64}$").about("An Ed25519 key, hexadecimal."))

    fileprivate static let publicKey = Schema.text(pattern: "^([0-9a-f]{64}|[0-9a-f]{130})$").about(
        "Hexadecimal. HomeKit: the Ed25519 key of the controller. Matter: the root key of its fabric, an uncompressed "
            + "point of P-256.")
}

extension DeviceControllerBody: DocumentedBody {
    static let schema = Schema.component(
        "DeviceController",
        .object(
            [
                "identifier": .text.about("As the device stores it, escaped."), "publicKey": .publicKey,
                "isAdministrator": .boolean.about("Whether the controller may add and remove controllers."),
                "isOwn": .boolean.about("Whether it is this gateway."),
            ],
            optional: [
                "name": .text.about("The name that it gave to itself, escaped. Matter: the label of the fabric.")
            ]
        ).about("Matter: a fabric, which is another home or system that the device belongs to."))

    static let example = DeviceControllerBody(
        identifier: "8A5E2F40-1C3B-4D6E-9F70-2B4C6D8E0F13", publicKey: String(repeating: "c0", count: 32),
        isAdministrator: false, isOwn: false)
}

extension NewDeviceControllerBody: DocumentedBody {
    static let schema = Schema.component(
        "NewDeviceController",
        .object(
            ["identifier": .controllerIdentifier, "publicKey": .newPublicKey],
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
