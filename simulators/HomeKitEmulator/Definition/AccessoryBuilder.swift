package import HomeKitAccessories
package import HomeKitProtocol

/// Gives numbers to the services and characteristics of one accessory, in the order in which they are added. The service
/// *Accessory Information* comes first and has the number 1, as the specification demands.
package struct AccessoryBuilder: Sendable {
    package let aid: UInt64
    private var services: [AccessoryService] = []
    private var lastNumber: UInt64 = 0

    /// The aid of the accessory that a controller pairs with is 1.
    package init(aid: UInt64, name: String, manufacturer: String, model: String, serialNumber: String) {
        self.aid = aid
        add(
            .accessoryInformation,
            characteristics: [
                .identify, .manufacturer.showing(.text(manufacturer)), .model.showing(.text(model)),
                .name.showing(.text(name)), .serialNumber.showing(.text(serialNumber)),
                .firmwareRevision.showing(.text("1.0.0")),
            ])
    }

    /// Adds the service that every accessory with a pairing has.
    package mutating func addProtocolInformation() {
        add(.protocolInformation, characteristics: [.version.showing(.text("1.1.0"))])
    }

    /// Adds a service and returns the addresses of its characteristics in their order.
    @discardableResult
    package mutating func add(
        _ kind: AccessoryServiceKind, isPrimary: Bool = false, characteristics: [CharacteristicTemplate]
    ) -> [CharacteristicID] {
        let iid = nextNumber()
        let numbered = characteristics.map { $0.characteristic(iid: nextNumber()) }
        services.append(
            AccessoryService(iid: iid, type: HAPType(kind), isPrimary: isPrimary, characteristics: numbered))
        return numbered.map { CharacteristicID(aid: aid, iid: $0.iid) }
    }

    package var accessory: Accessory { Accessory(aid: aid, services: services) }

    private mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
