import GatewayWire
import HomeModel
import TomteClient

/// A device that a person names: paired with the gateway, one of those behind a bridge, or only announced.
enum PairableDevice: Sendable {
    case paired(DevicePairingBody)
    case announced(DiscoveredBody)
    case device(PairedDeviceBody)

    var name: String {
        switch self {
        case .paired(let pairing): pairing.name
        case .announced(let service): service.shownName
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
    func pairings(of kind: PairableProtocol) async throws(CLIError) -> [DevicePairingBody] {
        try await devicePairings().body().filter { $0.link == kind.link }
    }

    /// The announced devices of the protocol that are not paired here.
    func announced(of kind: PairableProtocol) async throws(CLIError) -> [DiscoveredBody] {
        try await discovered().body().filter { $0.pairing != nil && PairableProtocol($0) == kind }
    }

    /// Finds a paired device by its id, its name or its address.
    func resolvePairing(_ text: String, of kind: PairableProtocol) async throws(CLIError) -> DevicePairingBody {
        let pairings = try await acting(as: nil).pairings(of: kind)
        if let one = pairings.first(where: { $0.address.lowercased() == text.lowercased() }) { return one }
        return try NameMatch.one(of: pairings, noun: kind.kindOfThing, text: text, id: \.id.rawValue, name: \.name)
    }

    /// Finds a device, paired or only announced; or, with `includesDevices`, a device behind a bridge.
    func resolvePairable(
        _ text: String, of kind: PairableProtocol, includesDevices: Bool = false
    ) async throws(CLIError) -> PairableDevice {
        let pairings = try await acting(as: nil).pairings(of: kind)
        if let one = pairings.first(where: { $0.address.lowercased() == text.lowercased() }) { return .paired(one) }
        let announced = try await acting(as: nil).announced(of: kind)
        let devices = includesDevices ? pairings.map(\.devices).filter { $0.count > 1 }.joined() : [].joined()
        return try NameMatch.one(
            of: pairings.map { PairableDevice.paired($0) } + announced.map { PairableDevice.announced($0) }
                + devices.map { PairableDevice.device($0) },
            noun: kind.kindOfThing, text: text, id: \.id.rawValue, name: \.name)
    }
}
