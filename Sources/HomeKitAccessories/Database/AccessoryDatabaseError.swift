package import HomeKitProtocol

/// The reason why a body is not an accessory database.
package enum AccessoryDatabaseError: Error, Hashable, Sendable {
    /// The body is not JSON, or exceeds `HomeKitJSONLimits.database`.
    case json(HomeKitJSONError)
    /// The JSON contains no list of accessories.
    case noAccessories
    /// The database has more accessories, services or characteristics than any device needs.
    case tooMany(String, limit: Int)
}

extension AccessoryDatabaseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json(let error): "The accessory did not send its database as JSON. \(error)"
        case .noAccessories: "The answer of the accessory contains no list of accessories."
        case .tooMany(let what, let limit): "The accessory database has more than \(limit) \(what)."
        }
    }
}
