import HomeKitProtocol
import HomeModel

extension DevicePairing.Trouble {
    static let connecting = Self(code: "connecting", detail: "The gateway is connecting to the accessory.")
    static let notFound = Self(
        code: "notFound",
        detail: "The accessory is not announced on the network. Check that it has power and is on this network.")
    static let rejected = Self(
        code: "rejected",
        detail: "The accessory does not know this gateway any more: it was reset, or another controller removed the "
            + "pairing. Reset it if another controller has it, then pair it again; its devices stay.")
    static let reset = Self(
        code: "reset",
        detail:
            "The accessory says that it is not paired any more. If it was reset, pair it again; its devices stay.")
    static let damagedKeys = Self(
        code: "damagedKeys",
        detail: "The stored keys of the accessory cannot be read. Restore the secrets from a backup; or remove the "
            + "pairing here, reset the accessory, and pair it again.")
}

extension AccessoryFailure {
    /// A stable code for programs.
    var code: String {
        switch self {
        case .unreachable: "unreachable"
        case .closed, .notSent: "closed"
        case .timedOut: "timedOut"
        case .pairing: "verificationFailed"
        case .refused, .status, .characteristics(.refused): "refused"
        case .database: "databaseUnreadable"
        case .badMessage, .badFrame, .unexpectedAnswer, .tooManyEvents, .characteristics: "badMessage"
        }
    }

    /// Whether something with another identity answered.
    var isOfAnotherDevice: Bool {
        switch self {
        case .pairing(.wrongSignature, during: .verify), .pairing(.otherAccessory, during: .verify): true
        default: false
        }
    }

    /// Whether the accessory broke the rules of HomeKit.
    var isBadMessage: Bool { code == "badMessage" || code == "databaseUnreadable" }
}

extension LinkAddress {
    /// The address of an accessory with the number `aid`; `accessoryID` is the id that the pairing has.
    static func homeKit(_ accessoryID: String, aid: UInt64) -> LinkAddress {
        LinkAddress(kind: .homeKit, foreignID: "\(aid)", root: accessoryID)
    }
}
