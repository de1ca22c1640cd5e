/// One characteristic in the body of `GET /characteristics`, of an event, or of the answer to a write.
package struct CharacteristicReport: Hashable, Sendable {
    package let aid: UInt64
    package let iid: UInt64
    /// Nil for null, and where the body contains no value.
    package let value: HAPValue?
    /// 0 or a negative code of the specification; nil where the body contains none. Some devices send the codes without
    /// their sign.
    package let status: Int?

    package init(aid: UInt64, iid: UInt64, value: HAPValue? = nil, status: Int? = nil) {
        self.aid = aid
        self.iid = iid
        self.value = value
        self.status = status
    }

    /// Parses a body. An entry without ids is left out.
    package static func parse(_ body: [UInt8]) throws(AccessoryDatabaseError) -> [CharacteristicReport] {
        guard let list = try JSONReader.parse(body)["characteristics"]?.list else { throw .noCharacteristics }
        guard list.count <= AccessoryDatabaseLimits.allCharacteristics else {
            throw .tooMany("characteristics", limit: AccessoryDatabaseLimits.allCharacteristics)
        }
        return list.compactMap { entry in
            guard let aid = entry["aid"]?.identifier, let iid = entry["iid"]?.identifier else { return nil }
            let status = entry["status"]?.value?.whole
            return CharacteristicReport(
                aid: aid, iid: iid, value: entry["value"]?.value, status: status.map { $0 > 0 ? -$0 : $0 })
        }
    }
}
