import HomeKitAccessories
import HomeKitProtocol

extension AccessoryDatabase {
    /// The body of the answer to `GET /accessories`. `value` returns the present value of a characteristic, and nil for
    /// one that cannot be read.
    func body(value: (CharacteristicID) -> HomeKitJSON?) -> [UInt8] {
        let list = accessories.map { accessory in
            HomeKitJSON.object([
                "aid": .id(accessory.aid),
                "services": .list(accessory.services.map { $0.json(aid: accessory.aid, value: value) }),
            ])
        }
        return HomeKitJSONWriter.object([("accessories", .list(list))])
    }
}

extension AccessoryService {
    fileprivate func json(aid: UInt64, value: (CharacteristicID) -> HomeKitJSON?) -> HomeKitJSON {
        var members: [String: HomeKitJSON] = [
            "iid": .id(iid), "type": .text(type.description),
            "characteristics": .list(
                characteristics.map { characteristic in
                    var members = characteristic.metadata.merging(characteristic.typeAndPermissions) { first, _ in first
                    }
                    members["iid"] = .id(characteristic.iid)
                    members["value"] = value(CharacteristicID(aid: aid, iid: characteristic.iid))
                    return .object(members)
                }),
        ]
        if isHidden { members["hidden"] = .boolean(true) }
        if isPrimary { members["primary"] = .boolean(true) }
        if !linked.isEmpty { members["linked"] = .list(linked.map { .id($0) }) }
        return .object(members)
    }
}

extension Characteristic {
    /// The type and the permissions.
    var typeAndPermissions: [String: HomeKitJSON] {
        ["type": .text(type.description), "perms": .list((permissions ?? []).words.map { .text($0) })]
    }

    /// The members that describe the values.
    var metadata: [String: HomeKitJSON] {
        var members: [String: HomeKitJSON] = [:]
        members["format"] = format.map { .text($0.rawValue) }
        members["unit"] = unit.map { .text($0) }
        members["minValue"] = minimum.map { .number($0) }
        members["maxValue"] = maximum.map { .number($0) }
        members["minStep"] = step.map { .number($0) }
        members["maxLen"] = maximumLength.map { .integer(Int64($0)) }
        members["description"] = label.map { .text($0) }
        if !validValues.isEmpty { members["valid-values"] = .list(validValues.map { .number($0) }) }
        if !validRanges.isEmpty {
            members["valid-values-range"] = .list(
                validRanges.map { .list([.number($0.lowerBound), .number($0.upperBound)]) })
        }
        return members
    }
}

extension CharacteristicPermissions {
    /// The words of `perms`.
    var words: [String] { Self.allWords.filter { contains($0.0) }.map(\.1) }

    private static let allWords: [(CharacteristicPermissions, String)] = [
        (.read, "pr"), (.write, "pw"), (.notify, "ev"), (.additionalAuthorization, "aa"), (.timedWrite, "tw"),
        (.hidden, "hd"), (.writeResponse, "wr"),
    ]
}

extension HomeKitJSON {
    /// The number of an accessory, a service or a characteristic.
    static func id(_ number: UInt64) -> HomeKitJSON {
        if let integer = Int64(exactly: number) { .integer(integer) } else { .unsigned(number) }
    }

    /// The value of a characteristic; null for no value.
    init(_ value: HAPValue?) {
        self =
            switch value {
            case .boolean(let value)?: .boolean(value)
            case .integer(let value)?: .integer(value)
            case .unsigned(let value)?: .unsigned(value)
            case .number(let value)?: .number(value)
            case .text(let value)?: .text(value)
            case nil: .null
            }
    }
}
