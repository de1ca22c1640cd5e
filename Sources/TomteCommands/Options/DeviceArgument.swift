import ArgumentParser
import DeviceProtocols
import GatewayWire
import HomeModel

/// A device or one of its parts, as an argument: `DEVICE` or `DEVICE/PART`. Names contain no slash, so the part begins
/// after the first one.
struct DeviceArgument: ExpressibleByArgument, Hashable, Sendable {
    /// An id or a name.
    let device: String
    let part: PartID?

    init?(argument: String) {
        let halves = argument.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let device = halves.first, !device.isEmpty else { return nil }
        self.device = String(device)
        guard halves.count == 2 else {
            part = nil
            return
        }
        guard let part = PartID(String(halves[1])) else { return nil }
        self.part = part
    }
}

extension DeviceArgument {
    /// Throws when `device` does not have the part that the address names.
    func checkPart(in device: DeviceBody) throws(CLIError) {
        guard let part, !device.parts.contains(where: { $0.id == part }) else { return }
        let parts = device.parts.map(\.id.rawValue).joined(separator: ", ")
        throw .invalid("There is no part “\(part)”; the parts of \(device.name) are: \(parts).")
    }

    /// `Hall plug`, or `Hall plug/relay-1`.
    func title(of device: DeviceBody) -> String { device.name + (part.map { "/\($0)" } ?? "") }
}

// Types of HomeModel as arguments; the help lists the raw values of the enums.
extension CapabilityName: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
extension Identifier: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
extension LinkKind: ExpressibleByArgument {
    package init?(argument: String) {
        guard let kind = Self.allCases.first(where: { $0.rawValue == argument }) else { return nil }
        self = kind
    }
}
extension IPv4Address: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension DeviceFamily: ExpressibleByArgument {
    package init?(argument: String) {
        guard let family = Self.allCases.first(where: { $0.rawValue == argument }) else { return nil }
        self = family
    }
}
extension Permission: ExpressibleByArgument {}
extension AuditSeverity: ExpressibleByArgument {}
extension AuditEvent: ExpressibleByArgument {}
