/// The reason why a body is not an accessory database.
package enum DatabaseError: Error, Hashable, Sendable {
    /// The body is larger than `DatabaseLimits.bytes`.
    case tooLarge(bytes: Int)
    /// The body is not JSON at this offset.
    case invalidJSON(offset: Int)
    /// The JSON is nested deeper than `DatabaseLimits.depth`.
    case tooDeep
    /// The JSON contains more than `DatabaseLimits.nodes` values.
    case tooManyValues
    /// The JSON contains no list of accessories.
    case noAccessories
    /// The database has more accessories, services or characteristics than any device needs.
    case tooMany(String, limit: Int)
}

extension DatabaseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let bytes):
            "The accessory database has \(bytes) bytes. At most \(DatabaseLimits.bytes) are accepted."
        case .invalidJSON(let offset): "The accessory database is not valid JSON at byte \(offset)."
        case .tooDeep: "The accessory database is nested deeper than \(DatabaseLimits.depth) levels."
        case .tooManyValues: "The accessory database contains more than \(DatabaseLimits.nodes) values."
        case .noAccessories: "The accessory database contains no list of accessories."
        case .tooMany(let what, let limit): "The accessory database has more than \(limit) \(what)."
        }
    }
}

/// The limits of an accessory database. The specification allows 150 accessories, 100 services for each, and 100
/// characteristics for each service.
package enum DatabaseLimits {
    package static let bytes = 5 * 1024 * 1024
    package static let depth = 32
    package static let nodes = 600_000
    package static let accessories = 512
    package static let services = 256
    package static let characteristics = 512
    /// The characteristics of the whole database.
    package static let allCharacteristics = 40_000
    /// The values of a list such as `valid-values`; the others are ignored.
    package static let listedValues = 1024
}
