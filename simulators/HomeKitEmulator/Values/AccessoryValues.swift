import HomeKitAccessories
import HomeKitProtocol

/// The database of an accessory with its present values, and the rules for reading and writing them.
struct AccessoryValues: Sendable {
    private(set) var database: AccessoryDatabase
    private var characteristics: [CharacteristicID: Characteristic] = [:]
    private var values: [CharacteristicID: HomeKitJSON] = [:]

    init(_ database: AccessoryDatabase) {
        self.database = database
        replace(database)
    }

    /// Uses another database, with the values that it has.
    mutating func replace(_ database: AccessoryDatabase) {
        self.database = database
        characteristics = [:]
        values = [:]
        for accessory in database.accessories {
            for characteristic in accessory.services.flatMap(\.characteristics) {
                let id = CharacteristicID(aid: accessory.aid, iid: characteristic.iid)
                characteristics[id] = characteristic
                values[id] = HomeKitJSON(characteristic.value)
            }
        }
    }

    subscript(_ id: CharacteristicID) -> Characteristic? { characteristics[id] }

    var ids: Set<CharacteristicID> { Set(characteristics.keys) }

    /// The body of the answer to `GET /accessories`.
    var body: [UInt8] { database.body { readableValue(of: $0) } }

    /// The first *Identify* of the accessory with the pairing.
    var identifyID: CharacteristicID? {
        guard let root = database.root else { return nil }
        let iid = root.services.flatMap(\.characteristics).first { $0.kind == .identify }?.iid
        return iid.map { CharacteristicID(aid: root.aid, iid: $0) }
    }

    /// Sets a value. Returns it as events report it; nil if it is the present value already, if there is no such
    /// characteristic, and if the characteristic cannot have the value.
    mutating func set(_ value: HomeKitJSON, of id: CharacteristicID) -> HomeKitJSON? {
        guard let characteristic = characteristics[id], let accepted = characteristic.accepted(value) else {
            return nil
        }
        // Each press is an event, also one like the last.
        guard !characteristic.isPress else { return accepted }
        guard values[id] != accepted else { return nil }
        values[id] = accepted
        return accepted
    }

    /// The status and the value of a characteristic for an answer to a read.
    func read(_ id: CharacteristicID) -> CharacteristicResult {
        guard characteristics[id] != nil else { return CharacteristicResult(id: id, status: .missing) }
        guard let value = readableValue(of: id) else { return CharacteristicResult(id: id, status: .writeOnly) }
        return CharacteristicResult(id: id, value: value)
    }

    /// The members that a read returns beside the value.
    func description(
        of id: CharacteristicID, options: CharacteristicReadRequest.Options
    ) -> [String: HomeKitJSON] {
        guard let characteristic = characteristics[id] else { return [:] }
        var members: [String: HomeKitJSON] = options.contains(.metadata) ? characteristic.metadata : [:]
        if options.contains(.permissions) { members["perms"] = characteristic.typeAndPermissions["perms"] }
        if options.contains(.type) { members["type"] = characteristic.typeAndPermissions["type"] }
        return members
    }

    /// Why a controller may not write this value; success if it may. `isTimed` says whether the write was prepared.
    func status(ofWriting value: HomeKitJSON, to id: CharacteristicID, isTimed: Bool) -> HAPStatus {
        guard let characteristic = characteristics[id] else { return .missing }
        let permissions = characteristic.permissions ?? []
        guard permissions.contains(.write) else { return .readOnly }
        guard isTimed || !permissions.contains(.timedWrite) else { return .invalidValue }
        return characteristic.accepted(value) == nil ? .invalidValue : .success
    }

    /// Why a controller may not subscribe to this characteristic; success if it may.
    func status(ofSubscribingTo id: CharacteristicID) -> HAPStatus {
        guard let characteristic = characteristics[id] else { return .missing }
        return (characteristic.permissions ?? []).contains(.notify) ? .success : .notificationsUnsupported
    }

    /// Nil for a characteristic that cannot be read, and null for a press.
    private func readableValue(of id: CharacteristicID) -> HomeKitJSON? {
        guard let characteristic = characteristics[id], (characteristic.permissions ?? []).contains(.read) else {
            return nil
        }
        return characteristic.isPress ? .null : values[id] ?? .null
    }
}
