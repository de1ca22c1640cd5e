import ArgumentParser
import GatewayWire
import HomeModel

/// `DEVICE` or `DEVICE/PART` as people write it; names hold no slash, so the first one divides.
struct DeviceAddress: ExpressibleByArgument, Hashable, Sendable {
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

extension DeviceAddress {
    /// Throws when `device` does not have the part that the address names.
    func checkPart(in device: DeviceBody) throws(CommandFailure) {
        guard let part, !device.parts.contains(where: { $0.id == part }) else { return }
        let parts = device.parts.map(\.id.rawValue).joined(separator: ", ")
        throw .invalid("There is no part “\(part)”; \(device.name) has \(parts).")
    }

    /// `Hall plug`, or `Hall plug/relay-1`.
    func title(of device: DeviceBody) -> String { device.name + (part.map { "/\($0)" } ?? "") }
}
