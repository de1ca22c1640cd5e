import GatewayWire
import HomeModel
import SimulatedHome

/// A scenario's devices as the home has them: those that go by the same name.
struct ScenarioSeries {
    /// By the scenario's id.
    private let devices: [String: DeviceBody]

    init(_ scenario: Scenario, _ client: GatewayClient) async throws(CommandFailure) {
        let home = try await client.devices().body()
        var devices: [String: DeviceBody] = [:]
        for device in scenario.devices {
            devices[device.id] = home.first { $0.name == device.name.text && $0.availability != .archived }
        }
        self.devices = devices
    }

    var count: Int { devices.count }

    /// Nil while the device is not part of the home.
    subscript(column: HomePast.Column) -> SeriesID? {
        guard let device = devices[column.device],
            let part = device.parts.first(where: { $0.id == column.address.part }),
            part.capabilities.contains(where: { $0.name == column.address.capability })
        else { return nil }
        return SeriesID(device: device.id, part: part.id, capability: column.address.capability)
    }
}
