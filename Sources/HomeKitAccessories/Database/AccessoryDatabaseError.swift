/// The reason why a body is not an accessory database, or not a list of characteristics.
package enum AccessoryDatabaseError: Error, Hashable, Sendable {
    /// The body is larger than `AccessoryDatabaseLimits.bytes`.
    case tooLarge(bytes: Int)
    /// The body is not JSON at this offset.
    case invalidJSON(offset: Int)
    /// The JSON is nested deeper than `AccessoryDatabaseLimits.depth`.
    case tooDeep
    /// The JSON contains more than `AccessoryDatabaseLimits.nodes` values.
    case tooManyValues
    /// The JSON contains no list of accessories.
    case noAccessories
    /// The JSON contains no list of characteristics.
    case noCharacteristics
    /// The database has more accessories, services or characteristics than any device needs.
    case tooMany(String, limit: Int)
}

extension AccessoryDatabaseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let bytes):
            "The answer of the accessory has \(bytes) bytes. At most \(AccessoryDatabaseLimits.bytes) are accepted."
        case .invalidJSON(let offset): "The answer of the accessory is not valid JSON at byte \(offset)."
        case .tooDeep: "The answer of the accessory is nested deeper than \(AccessoryDatabaseLimits.depth) levels."
        case .tooManyValues: "The answer of the accessory contains more than \(AccessoryDatabaseLimits.nodes) values."
        case .noCharacteristics: "The answer of the accessory contains no list of characteristics."
        case .noAccessories: "The answer of the accessory contains no list of accessories."
        case .tooMany(let what, let limit): "The accessory database has more than \(limit) \(what)."
        }
    }
}
