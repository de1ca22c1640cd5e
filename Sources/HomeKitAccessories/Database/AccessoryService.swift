/// A service of an accessory.
package struct AccessoryService: Hashable, Sendable {
    package let iid: UInt64
    package let type: HAPType
    /// Whether the service is not meant for people.
    package let isHidden: Bool
    package let isPrimary: Bool
    /// The services of the same accessory that belong to this one.
    package let linked: [UInt64]
    /// No two have the same `iid`.
    package let characteristics: [Characteristic]

    package init(
        iid: UInt64, type: HAPType, isHidden: Bool = false, isPrimary: Bool = false, linked: [UInt64] = [],
        characteristics: [Characteristic]
    ) {
        self.iid = iid
        self.type = type
        self.isHidden = isHidden
        self.isPrimary = isPrimary
        self.linked = linked
        self.characteristics = characteristics
    }

    package var kind: AccessoryServiceKind? { type.service }

    /// The first characteristic of this kind.
    package subscript(_ kind: CharacteristicKind) -> Characteristic? {
        let type = HAPType(kind)
        return characteristics.first { $0.type == type }
    }
}
