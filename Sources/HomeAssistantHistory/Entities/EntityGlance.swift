package import HomeModel

/// What can be told of an entity without reading all its rows.
package enum EntityGlance: Hashable, Sendable {
    case measures(CapabilityKind)
    /// All its rows will be.
    case leftOut(LeftOut)
    /// The file names no such entity.
    case unknown
    /// Its rows have to tell.
    case unclear
}
