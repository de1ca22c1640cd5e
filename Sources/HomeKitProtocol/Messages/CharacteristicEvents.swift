/// Reads the values in an event of an accessory.
package enum CharacteristicEvents {
    /// The values in the order of the event: the same characteristic may occur twice, when it changed twice. Entries
    /// without ids are left out. An event without a body has no values; aiohomekit ignores such events too.
    package static func results(in event: HAPResponse) throws(CharacteristicsFailure) -> [CharacteristicResult] {
        guard !event.body.isEmpty else { return [] }
        guard let entries = try CharacteristicsFailure.parse(event.body)["characteristics"]?.elements else {
            throw .malformed
        }
        return entries.compactMap { CharacteristicResult($0) }
    }
}
