import GatewayWire
import HomeModel
import TomteClient

/// An accessory that a person names: paired with the gateway, one of the devices behind a bridge, or only announced.
enum NamedAccessory: Sendable {
    case paired(DevicePairingBody)
    case announced(DiscoveredBody)
    case device(PairedDeviceBody)

    var name: String {
        switch self {
        case .paired(let pairing): pairing.name
        case .announced(let service): service.name
        case .device(let device): device.name
        }
    }

    var id: DeviceID {
        switch self {
        case .paired(let pairing): pairing.id
        case .announced(let service): service.id
        case .device(let device): device.id
        }
    }
}

extension CLIClient {
    /// Finds a paired accessory by its id, its name or its address.
    func resolvePairing(_ text: String) async throws(CLIError) -> DevicePairingBody {
        let pairings = try await acting(as: nil).devicePairings().body()
        if let one = pairings.first(where: { $0.address == text.lowercased() }) { return one }
        return try NameMatch.one(of: pairings, noun: .accessory, text: text, id: \.id.rawValue, name: \.name)
    }

    /// Finds an accessory, paired or only announced; or, with `includesDevices`, a device behind a bridge.
    func resolveAccessory(_ text: String, includesDevices: Bool = false) async throws(CLIError) -> NamedAccessory {
        let pairings = try await acting(as: nil).devicePairings().body()
        if let one = pairings.first(where: { $0.address == text.lowercased() }) { return .paired(one) }
        let announced = try await acting(as: nil).discovered().body().filter { $0.pairing != nil }
        let devices = includesDevices ? pairings.map(\.devices).filter { $0.count > 1 }.joined() : [].joined()
        return try NameMatch.one(
            of: pairings.map { NamedAccessory.paired($0) } + announced.map { NamedAccessory.announced($0) }
                + devices.map { NamedAccessory.device($0) },
            noun: .accessory, text: text, id: \.id.rawValue, name: \.name)
    }
}
