import DeviceProtocols
package import HomeModel
import Testing

/// The time that tests use as now.
package let noon = Timestamp(milliseconds: 1_800_000_000_000)

package func series(_ device: String, kind: CapabilityKind, part: String = "main") throws -> SeriesID {
    SeriesID(
        device: try #require(DeviceID(device)), part: try #require(PartID(part)), capability: CapabilityName(kind))
}

/// Returns a reading that passed the validator.
package func valid(
    _ series: SeriesID, at time: Timestamp, value: Double, now: Timestamp = noon,
    terms: RetentionTerms = RetentionTerms(energyDays: 3650, environmentDays: 3650)
) throws -> ValidReading {
    try ReadingValidator(terms: terms).validate(
        ReportedReading(series: series, time: time, value: value),
        by: QuantityRule(Capability(series.capability, minimum: -10_000_000)), now: now)
}

package func device(_ id: String, room: String? = nil, name: String = "Lamp") throws -> Device {
    Device(
        id: try #require(DeviceID(id)), name: try DisplayName(name), room: try room.map { try #require(RoomID($0)) },
        address: LinkAddress(kind: .homie5, foreignID: "homie-\(id)", root: "homie/5/\(id)"),
        description: DeviceDescription(
            name: "as it calls “itself”", manufacturer: "Maker", model: nil,
            parts: [
                Part(
                    id: .main,
                    capabilities: [
                        Capability(CapabilityName(.switch), isCommanded: true),
                        Capability(CapabilityName(.power), minimum: 0, maximum: 2300, flow: .consumption),
                    ], purpose: .light)
            ]),
        nativeDescription: #"{"homie":"5.0","name":"as it calls “itself”","version":1}"#, adoptedAt: noon)
}
