/// The id of a node within a fabric, of a group, or of a set of nodes with a tag.
///
/// Source: Matter core specification 1.4, section 2.5.5.
package struct NodeID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let unspecified = NodeID(rawValue: 0)
    /// The ids that a single node may have.
    package static let operationalRange: ClosedRange<UInt64> = 0x0000_0000_0000_0001...0xFFFF_FFEF_FFFF_FFFF
    /// The ids that stand for all nodes with a CASE authenticated tag.
    package static let taggedRange: ClosedRange<UInt64> = 0xFFFF_FFFD_0000_0000...0xFFFF_FFFD_FFFF_FFFF
    /// The ids that stand for a commissioner with a passcode.
    package static let passcodeRange: ClosedRange<UInt64> = 0xFFFF_FFFB_0000_0000...0xFFFF_FFFB_FFFF_FFFF
    package static let groupRange: ClosedRange<UInt64> = 0xFFFF_FFFF_FFFF_0000...0xFFFF_FFFF_FFFF_FFFF

    /// The id that stands for all nodes with this tag, as a subject in access control.
    package init(_ tag: CASEAuthenticatedTag) {
        rawValue = Self.taggedRange.lowerBound | UInt64(tag.rawValue)
    }

    /// A random id that a single node may have.
    package static func random(using generator: inout some RandomNumberGenerator) -> NodeID {
        NodeID(rawValue: UInt64.random(in: operationalRange, using: &generator))
    }

    package var isOperational: Bool { Self.operationalRange.contains(rawValue) }

    /// The tag, if the id stands for all nodes with one.
    package var tag: CASEAuthenticatedTag? {
        guard Self.taggedRange.contains(rawValue) else { return nil }
        return CASEAuthenticatedTag(rawValue: UInt32(truncatingIfNeeded: rawValue))
    }

    package static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }

    /// Sixteen upper-case hexadecimal digits, as in the names of DNS-SD.
    package var description: String { HexadecimalText.digits(of: rawValue) }
}
