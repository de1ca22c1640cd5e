/// A characteristic that a capability uses.
struct MappedCharacteristic: Hashable, Sendable {
    let iid: UInt64
    let type: HAPType
    let format: ValueFormat?
    let limits: ValueLimits
    let isReadable: Bool
    let notifies: Bool
    let isWritable: Bool
    let isTimed: Bool

    /// `isSettable` says whether the specification allows writes; it counts if the accessory announces no permissions.
    init(_ characteristic: Characteristic, isSettable: Bool) {
        iid = characteristic.iid
        type = characteristic.type
        format = characteristic.format
        limits = ValueLimits(characteristic)
        let permissions = characteristic.permissions
        isReadable = permissions?.contains(.read) ?? true
        notifies = permissions?.contains(.notify) ?? true
        // The data of an additional authorization is optional in a write.
        isWritable = isSettable && permissions?.contains(.write) ?? true
        isTimed = permissions?.contains(.timedWrite) ?? false
    }

    /// Whether its value reaches the gateway, by a request or by an event.
    var isReported: Bool { isReadable || notifies }

    /// The number that the accessory reports, if the metadata allows it.
    func number(in values: CharacteristicValues) -> Double? {
        guard let number = values[iid]?.number, limits.contains(number) else { return nil }
        return number.shortest
    }

    /// The whole number that the accessory reports, if the metadata allows it.
    func whole(in values: CharacteristicValues) -> Int? {
        guard let whole = values[iid]?.whole, limits.contains(Double(whole)) else { return nil }
        return whole
    }

    /// The write of a number, in the format of the characteristic.
    func write(_ number: Double) -> CharacteristicSetting {
        let kind = type.characteristic
        if format == .bool || format == nil && kind?.isBoolean ?? false {
            return CharacteristicSetting(iid: iid, value: .boolean(number != 0))
        }
        let bounds = format?.integers
        if bounds != nil || format == nil, number == number.rounded() || bounds != nil {
            let limited = min(max(number.rounded(), bounds?.lowerBound ?? number), bounds?.upperBound ?? number)
            if let whole = Int64(exactly: limited) { return CharacteristicSetting(iid: iid, value: .integer(whole)) }
        }
        return CharacteristicSetting(iid: iid, value: .number(number))
    }
}

/// The last known values of an accessory, by the `iid` of their characteristics. A value that is null or unknown is
/// missing.
package typealias CharacteristicValues = [UInt64: HAPValue]
