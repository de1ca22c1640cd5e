package import Crypto

/// The keys that all nodes of a fabric, or of a group in it, share. The identity protection key (IPK) is the first of
/// them.
///
/// Source: Matter core specification 1.4, section 4.17.2.
package enum GroupKey {
    package static let byteCount = 16

    /// The operational key that belongs to an epoch key, which the nodes are given.
    package static func operationalKey(
        epochKey: SymmetricKey, compressedFabricID: CompressedFabricID
    ) -> SymmetricKey {
        MatterKDF.derive(from: epochKey, salt: compressedFabricID.bigEndianBytes, info: "GroupKey v1.0")
    }
}
