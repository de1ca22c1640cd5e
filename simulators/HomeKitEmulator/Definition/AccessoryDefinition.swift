package import HomeKitAccessories
package import HomeKitProtocol

/// What a simulated accessory is: the texts on its label, and its database. The database of a bridge has several
/// accessories.
package struct AccessoryDefinition: Sendable {
    /// The name under which it is announced, with 1 to 63 bytes.
    package var name: String
    /// `md`
    package var model: String
    /// `ci`: 1 is other, 2 a bridge, 5 a light. The specification lists the numbers.
    package var category: UInt8
    package var setupCode: SetupCode
    /// Four digits or upper-case letters, which the QR code of the accessory contains too; nil for an accessory without
    /// a QR code.
    package var setupID: String?
    /// The accessories with the values that they have at the start.
    package var database: AccessoryDatabase

    package init(
        name: String, model: String, category: UInt8, setupCode: SetupCode, setupID: String? = nil,
        database: AccessoryDatabase
    ) {
        self.name = name
        self.model = model
        self.category = category
        self.setupCode = setupCode
        self.setupID = setupID
        self.database = database
    }
}
