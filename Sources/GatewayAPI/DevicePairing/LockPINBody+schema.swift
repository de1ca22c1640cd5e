import GatewayWire
import HomeModel

extension LockPINBody: DocumentedBody {
    static let schema = Schema.component(
        "LockPIN",
        .object(
            [
                "pin": .text(pattern: "^[0-9]{1,32}$").about(
                    "The digits of the PIN. Most locks accept 4 to 8. No response, log or audit entry contains it.")
            ],
            optional: [
                "device": .id.about(
                    "A lock among the `devices` of the pairing; absent if only one of them demands a PIN.")
            ]))

    static let example = LockPINBody(device: DeviceID("front-door"), pin: "135790")
}
