import Crypto

/// The value `sh` in the TXT record of an accessory: the first four bytes of the SHA-512 of its setup id and its
/// identifier. A scanned `SetupPayload` finds its accessory by it.
package struct SetupHash: Hashable, Sendable {
    package let bytes: [UInt8]

    /// `identifier` is the value `id` of the TXT record, in upper or lower case.
    package init(setupID: String, identifier: String) {
        let text = setupID.uppercased() + identifier.uppercased()
        bytes = Array(SHA512.hash(data: Array(text.utf8)).prefix(4))
    }
}
