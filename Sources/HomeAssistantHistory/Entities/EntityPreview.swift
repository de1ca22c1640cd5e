package import HomeModel

/// The result of looking up an entity without reading its rows.
package enum EntityPreview: Hashable, Sendable {
    /// The entity measures this quantity.
    case measures(CapabilityKind)
    /// All rows of the entity will be left out, for this reason.
    case leftOut(LeftOutReason)
    /// The file contains no entity with this id.
    case unknown
    /// The quantity is known only after the rows were read.
    case unclear
}
