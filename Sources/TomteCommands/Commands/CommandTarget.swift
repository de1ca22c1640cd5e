import GatewayWire
import HomeModel

/// The capability that someone means, in the device as the gateway knows it.
struct CommandTarget {
    let device: DeviceBody
    let part: PartID?
    let name: CapabilityName
    /// Nil when the device has no such capability; the gateway says so.
    let capability: CapabilityBody?

    /// Without a part: `main`, or the only part that has the capability.
    init(_ address: DeviceAddress, _ text: String, in device: DeviceBody) throws(CommandFailure) {
        guard let name = CapabilityName(text) else {
            let offered = Set(device.parts.flatMap { $0.capabilities.map(\.name.description) }).sorted()
            throw .invalid("There is no “\(text)”; \(device.name) has \(offered.joined(separator: ", ")).")
        }
        let having = device.parts.filter { $0.capabilities.contains { $0.name == name } }
        let isPlain = device.parts.contains { $0.id == .main }
        self.device = device
        self.name = name
        part = address.part ?? (!isPlain && having.count == 1 ? having.first?.id : nil)
        let resolved = part ?? .main
        capability = having.first { $0.id == resolved }?.capabilities.first { $0.name == name }
    }

    var series: SeriesID { SeriesID(device: device.id, part: part ?? .main, capability: name) }

    /// `Hall lamp`, or `Hall plug/relay-1`.
    var title: String { device.name + (part.map { $0 == .main ? "" : "/\($0)" } ?? "") }
}
