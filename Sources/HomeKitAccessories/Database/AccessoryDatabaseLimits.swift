/// The limits of an accessory database; `HomeKitJSONLimits.database` are those of its JSON. The specification allows 150 accessories, 100 services for each, and 100
/// characteristics for each service.
package enum AccessoryDatabaseLimits {
    package static let accessories = 512
    package static let services = 256
    package static let characteristics = 512
    /// The characteristics of the whole database.
    package static let allCharacteristics = 40_000
    /// The values of a list such as `valid-values`; the others are ignored.
    package static let listedValues = 1024
}
