/// The types of bodies in HAP.
package enum HAPContentType: String, Hashable, Sendable {
    case json = "application/hap+json"
    case pairing = "application/pairing+tlv8"
}
