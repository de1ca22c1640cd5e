/// A tag in the certificate of a node that access control can name instead of the node. A tag with a higher version
/// satisfies an entry with a lower one of the same identifier, so that raising the version in the entry locks out the
/// certificates before it.
///
/// Source: Matter core specification 1.4, section 6.6.2.1.2.
package struct CASEAuthenticatedTag: Hashable, Sendable {
    /// The identifier in the upper 16 bits and the version in the lower.
    package let rawValue: UInt32

    /// Nil if the version is 0, which is reserved.
    package init?(rawValue: UInt32) {
        guard rawValue & 0xFFFF != 0 else { return nil }
        self.rawValue = rawValue
    }

    /// Nil if the version is 0.
    package init?(identifier: UInt16, version: UInt16) {
        self.init(rawValue: UInt32(identifier) << 16 | UInt32(version))
    }

    package var identifier: UInt16 { UInt16(rawValue >> 16) }
    package var version: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

    /// Whether a node with this tag is among those that an entry with `required` names.
    package func satisfies(_ required: CASEAuthenticatedTag) -> Bool {
        identifier == required.identifier && version >= required.version
    }

    /// The number of tags that a certificate may have.
    package static let maximumCount = 3
}
