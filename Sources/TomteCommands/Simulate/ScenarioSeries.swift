import GatewayWire
import HomeModel
import SimulatedHome

/// Finds the series of a scenario's devices in the home, by the names of the devices.
struct ScenarioSeries {
    /// A device of the home, and the part and capability of each value in the scenario.
    private struct Known {
        let body: DeviceBody
        let places: GatewayAddresses
    }

    /// The devices by their id in the scenario.
    private let devices: [String: Known]

    init(_ scenario: Scenario, client: GatewayClient) async throws(CLIError) {
        let home = try await client.devices().body()
        var devices: [String: Known] = [:]
        for device in scenario.devices {
            devices[device.id] = home.first { $0.name == device.name.text && $0.availability != .archived }
                .map { Known(body: $0, places: GatewayAddresses(of: device)) }
        }
        self.devices = devices
    }

    var count: Int { devices.count }

    /// The series of a column. Nil when the device is not part of the home, or its dialect cannot express the value.
    subscript(column: SimulatedHistory.Column) -> SeriesID? {
        guard let device = devices[column.device], let place = device.places[column.address],
            let part = device.body.parts.first(where: { $0.id == place.part }),
            part.capabilities.contains(where: { $0.name == place.capability })
        else { return nil }
        return SeriesID(device: device.body.id, part: part.id, capability: place.capability)
    }
}
