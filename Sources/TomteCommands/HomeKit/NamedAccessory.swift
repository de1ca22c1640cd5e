import GatewayWire
import HomeModel
import TomteClient

/// An accessory that a person names: paired with the gateway, or only announced.
enum NamedAccessory: Sendable {
    case paired(DevicePairingBody)
    case announced(DiscoveredBody)

    var name: String {
        switch self {
        case .paired(let pairing): pairing.name
        case .announced(let service): service.name
        }
    }

    var id: DeviceID {
        switch self {
        case .paired(let pairing): pairing.id
        case .announced(let service): service.id
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

    /// Finds an accessory, paired or only announced.
    func resolveAccessory(_ text: String) async throws(CLIError) -> NamedAccessory {
        let pairings = try await acting(as: nil).devicePairings().body()
        if let one = pairings.first(where: { $0.address == text.lowercased() }) { return .paired(one) }
        let announced = try await acting(as: nil).discovered().body().filter { $0.pairing != nil }
        return try NameMatch.one(
            of: pairings.map { NamedAccessory.paired($0) } + announced.map { NamedAccessory.announced($0) },
            noun: .accessory, text: text, id: \.id.rawValue, name: \.name)
    }
}
