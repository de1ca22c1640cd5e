import MatterEmulator
import MatterFixtures
import MatterNodes
import MatterProtocol
import Testing

/// The clusters of the emulator beside those of the specification.
@Suite struct ClusterTests {
    private static let everyDevice: [EndpointDefinition] = [
        .extendedColorLight(1), .meteringPlug(2), .thermostat(3), .doorLock(4, requiresPIN: true), .contactSensor(5),
        .occupancySensor(6), .climateSensor(7), .windowCovering(8), .button(9), .smokeAlarm(10), .robotVacuum(11),
        .fan(12),
    ]

    @Test func everyAttributeHasTheTypeOfTheSpecification() {
        for cluster in Self.everyDevice.flatMap(\.clusters) {
            guard let known = ClusterTable[cluster.id] else { continue }
            for attribute in cluster.attributes {
                guard let definition = known.attribute(attribute.id) else { continue }
                let place = "\(known.name).\(definition.name)"
                #expect(
                    Self.has(attribute.value, type: definition.type)
                        || attribute.value.isNull && definition.traits.contains(.nullable), "\(place)")
                // Controllers write the sequence of modes of early fans only.
                if definition.isWritable, definition.name != "FanModeSequence" {
                    #expect(attribute.writePrivilege != nil, "\(place)")
                }
            }
        }
    }

    @Test func everyCommandIsTimedAsInTheSpecification() {
        for cluster in Self.everyDevice.flatMap(\.clusters) {
            for command in cluster.commands {
                guard let definition = ClusterTable[cluster.id]?.command(command.id) else { continue }
                #expect(definition.isTimed == command.isTimed, "\(definition.name)")
                #expect(definition.response == command.response, "\(definition.name)")
            }
        }
    }

    private static func has(_ value: TLVValue, type: ClusterDefinition.DataType) -> Bool {
        switch (value, type) {
        case (.boolean, .boolean), (.unsigned, .unsigned), (.unsigned, .enumeration), (.unsigned, .bitmap),
            (.signed, .signed), (.text, .text), (.bytes, .bytes), (.array, .list), (.structure, .structure):
            true
        default: false
        }
    }
}
