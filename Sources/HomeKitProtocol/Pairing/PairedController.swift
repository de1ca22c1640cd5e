/// A controller that an accessory knows: an entry in its list of pairings.
package struct PairedController: Hashable, Sendable {
    package let identifier: String
    package let publicKey: LongTermPublicKey
    package let permissions: Permissions

    package init(identifier: String, publicKey: LongTermPublicKey, permissions: Permissions) {
        self.identifier = identifier
        self.publicKey = publicKey
        self.permissions = permissions
    }

    /// What a controller may do. Unknown bits are kept.
    package struct Permissions: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The controller may add, remove and list pairings.
        package static let administrator = Permissions(rawValue: 1)
    }
}
