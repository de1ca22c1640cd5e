import GatewayWire
import HomeModel
import SimulatedHome

/// A scenario's devices as the home has them: those that go by the same name.
struct ScenarioSeries {
    private struct Known {
        let body: DeviceBody
        let places: GatewayPlaces
    }

    /// By the scenario's id.
    private let devices: [String: Known]

    init(_ scenario: Scenario, _ client: GatewayClient) async throws(CommandFailure) {
        let home = try await client.devices().body()
        var devices: [String: Known] = [:]
        for device in scenario.devices {
            devices[device.id] = home.first { $0.name == device.name.text && $0.availability != .archived }
                .map { Known(body: $0, places: GatewayPlaces(of: device)) }
        }
        self.devices = devices
    }

    var count: Int { devices.count }

    /// Nil while the device is not part of the home, and for what its dialect has no words for.
    subscript(column: HomePast.Column) -> SeriesID? {
        guard let device = devices[column.device], let place = device.places[column.address],
            let part = device.body.parts.first(where: { $0.id == place.part }),
            part.capabilities.contains(where: { $0.name == place.capability })
        else { return nil }
        return SeriesID(device: device.body.id, part: part.id, capability: place.capability)
    }
}
