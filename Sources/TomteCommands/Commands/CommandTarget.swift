import GatewayWire
import HomeModel

/// The capability that the arguments name, with the device that the gateway returned.
struct CommandTarget {
    let device: DeviceBody
    let part: PartID?
    let name: CapabilityName
    /// Nil when the device has no such capability; the gateway then refuses the request.
    let capability: CapabilityBody?

    /// Finds the capability. Without a part in the arguments it is that of `main`, or of the only part that has it.
    init(_ address: DeviceArgument, text: String, in device: DeviceBody) throws(CLIError) {
        guard let name = CapabilityName(text) else {
            let offered = Set(device.parts.flatMap { $0.capabilities.map(\.name.description) }).sorted()
            throw .invalid(
                "There is no capability “\(text)”; \(device.name) has these: \(offered.joined(separator: ", ")).")
        }
        let having = device.parts.filter { $0.capabilities.contains { $0.name == name } }
        let isPlain = device.parts.contains { $0.id == .main }
        self.device = device
        self.name = name
        part = address.part ?? (!isPlain && having.count == 1 ? having.first?.id : nil)
        let resolved = part ?? .main
        capability = having.first { $0.id == resolved }?.capabilities.first { $0.name == name }
    }

    /// The value that stops a capability that travels.
    static let stopped = "stopped"

    /// Finds the capability that stops the part, or without a part the only part that can be stopped.
    init(stopping address: DeviceArgument, in device: DeviceBody) throws(CLIError) {
        let capabilities = device.parts.filter { address.part == nil || $0.id == address.part }.flatMap(\.capabilities)
        let kind = [CapabilityKind.movement, .garageDoor].first { kind in
            capabilities.contains { $0.name.kind == kind && $0.isCommanded && $0.options.contains(Self.stopped) }
        }
        guard let kind else { throw .invalid("\(device.name) has no part that a command can stop.") }
        try self.init(address, text: kind.rawValue, in: device)
    }

    var series: SeriesID { SeriesID(device: device.id, part: part ?? .main, capability: name) }

    /// `Hall lamp`, or `Hall plug/relay-1`.
    var title: String { device.name + (part.map { $0 == .main ? "" : "/\($0)" } ?? "") }
}
