/// The accessory at the other end of a pairing: what a controller must store to verify it.
package struct PairedAccessory: Hashable, Sendable {
    /// As the accessory spells it, usually `XX:XX:XX:XX:XX:XX` in upper case.
    package let identifier: String
    package let publicKey: LongTermPublicKey

    package init(identifier: String, publicKey: LongTermPublicKey) {
        self.identifier = identifier
        self.publicKey = publicKey
    }

    /// Whether two identifiers of accessories are the same. Accessories spell their own in upper case or lower case.
    static func isSameIdentifier(_ left: String, _ right: String) -> Bool { left.lowercased() == right.lowercased() }
}
