/// The status of one characteristic, or of a whole request. Source: HAP specification R2, section 6.7.1.4.
package struct HAPStatus: Hashable, Sendable {
    /// Zero or negative. Unknown codes are kept.
    package let code: Int64

    /// Some accessories send the codes without their sign (MyQ, according to aiohomekit).
    package init(code: Int64) { self.code = code > 0 ? -code : code }

    package static let success = HAPStatus(code: 0)
    package static let insufficientPrivileges = HAPStatus(code: -70401)
    package static let serviceUnreachable = HAPStatus(code: -70402)
    package static let busy = HAPStatus(code: -70403)
    package static let readOnly = HAPStatus(code: -70404)
    package static let writeOnly = HAPStatus(code: -70405)
    package static let notificationsUnsupported = HAPStatus(code: -70406)
    package static let outOfResources = HAPStatus(code: -70407)
    package static let timedOut = HAPStatus(code: -70408)
    package static let missing = HAPStatus(code: -70409)
    package static let invalidValue = HAPStatus(code: -70410)
    package static let insufficientAuthorization = HAPStatus(code: -70411)
    package static let notAllowedNow = HAPStatus(code: -70412)

    /// What happened, for a person.
    package var explanation: String {
        switch self {
        case .success: "The accessory accepted the request."
        case .insufficientPrivileges: "The accessory does not allow this to this controller."
        case .serviceUnreachable: "The accessory cannot reach this part of it; its power may be off."
        case .busy: "The accessory is busy."
        case .readOnly: "The accessory allows only reading of this value."
        case .writeOnly: "The accessory allows only writing of this value."
        case .notificationsUnsupported: "The accessory does not report changes of this value."
        case .outOfResources: "The accessory has no memory for the request."
        case .timedOut: "The accessory did not finish in time."
        case .missing: "The accessory does not have this value any more."
        case .invalidValue: "The accessory does not accept this value."
        case .insufficientAuthorization: "The accessory asks for an authorization that is not set up."
        case .notAllowedNow: "The accessory does not allow this in its present state."
        default: "The accessory reported the status \(code), which the HomeKit specification does not have."
        }
    }
}
