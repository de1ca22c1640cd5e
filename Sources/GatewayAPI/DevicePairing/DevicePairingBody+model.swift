import GatewayCore
import GatewayWire
import HomeModel

/// The devices behind pairings at one moment, for their names and ids. The caller may add devices, so that all of them
/// are visible.
struct PairedDevicesView {
    private let home: HomeSnapshot
    private let waiting: [LinkAddress: DiscoveredDevice]

    init(_ registry: HomeRegistry) async {
        home = await registry.snapshot
        let all = await registry.waiting.flatMap(\.all)
        waiting = Dictionary(all.map { ($0.address, $0) }) { $1 }
    }

    func body(_ pairing: DevicePairing) -> DevicePairingBody {
        DevicePairingBody(
            id: pairing.id, link: pairing.kind, address: EscapedText(pairing.root, limit: 64).description,
            name: pairing.name.description, model: pairing.model.map { EscapedText($0, limit: 64).description },
            category: pairing.category.map { EscapedText($0, limit: 64).description }, state: pairing.state,
            trouble: pairing.trouble.map {
                DevicePairingTroubleBody(code: $0.code, detail: $0.detail, since: $0.since)
            },
            devices: pairing.devices.compactMap { device(at: $0, of: pairing) },
            canBePairedAgain: pairing.canBePairedAgain,
            pairedAt: pairing.pairedAt)
    }

    /// Nil for a device that has not described itself yet.
    private func device(at address: LinkAddress, of pairing: DevicePairing) -> PairedDeviceBody? {
        let pin = pairing.lockPINs[address]?.state
        if let device = home.device(at: address) {
            return PairedDeviceBody(id: device.id, name: device.name.text, isAdopted: true, lockPIN: pin)
        }
        return waiting[address].map {
            PairedDeviceBody(
                id: $0.id, name: EscapedText($0.description.name, limit: 100).description, isAdopted: false,
                lockPIN: pin)
        }
    }
}

extension DeviceControllerBody {
    init(_ controller: DeviceController) {
        self.init(
            identifier: EscapedText(controller.identifier, limit: 64).description,
            name: controller.name.flatMap { $0.isEmpty ? nil : EscapedText($0, limit: 64).description },
            publicKey: controller.publicKey.hexadecimal, isAdministrator: controller.isAdministrator,
            isOwn: controller.isOwn)
    }
}

extension DeviceController {
    /// Throws `.invalid` for an identifier or a key that no controller has.
    init(_ body: NewDeviceControllerBody) throws(ActionRefusal) {
        guard Self.isIdentifier(body.identifier) else {
            throw .invalid(
                field: "identifier", code: "malformed",
                detail:
                    "The identifier of a controller has 1 to 36 letters, digits and - . _ characters, such as a UUID.")
        }
        let digits = Array(body.publicKey.utf8)
        guard digits.count == 64, let key = [UInt8](hexadecimal: digits) else {
            throw .invalid(
                field: "publicKey", code: "malformed",
                detail: "The public key of a controller is an Ed25519 key: 64 hexadecimal digits.")
        }
        self.init(identifier: body.identifier, publicKey: key, isAdministrator: body.isAdministrator ?? false)
    }

    /// Paths contain identifiers as they are, so that other characters are not allowed.
    private static func isIdentifier(_ text: String) -> Bool {
        guard (1...36).contains(text.utf8.count), let first = text.utf8.first, first.isLetterOrDigit else {
            return false
        }
        return text.utf8.allSatisfy { $0.isLetterOrDigit || [0x2D, 0x2E, 0x5F].contains($0) }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
