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

    /// The word for which what travels stops.
    static let stopped = "stopped"

    /// What stops the part, or the only part that can be stopped.
    init(stopping address: DeviceAddress, in device: DeviceBody) throws(CommandFailure) {
        let capabilities = device.parts.filter { address.part == nil || $0.id == address.part }.flatMap(\.capabilities)
        let kind = [CapabilityKind.movement, .garageDoor].first { kind in
            capabilities.contains { $0.name.kind == kind && $0.isCommanded && $0.options.contains(Self.stopped) }
        }
        guard let kind else { throw .invalid("\(device.name) has nothing that stops on command.") }
        try self.init(address, kind.rawValue, in: device)
    }

    var series: SeriesID { SeriesID(device: device.id, part: part ?? .main, capability: name) }

    /// `Hall lamp`, or `Hall plug/relay-1`.
    var title: String { device.name + (part.map { $0 == .main ? "" : "/\($0)" } ?? "") }
}
