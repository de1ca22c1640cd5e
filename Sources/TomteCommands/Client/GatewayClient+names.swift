import GatewayWire
import HomeModel

/// People write ids or names; the console looks them up with its own rights, so that an act of someone who may not
/// see its target still reaches the gateway, which refuses it and writes that down.
extension GatewayClient {
    func resolve(_ address: DeviceAddress) async throws(CommandFailure) -> DeviceBody {
        let devices = try await acting(as: nil).devices().body()
        return try NameMatch.one(
            of: devices, noun: .device, text: address.device, id: \.id.rawValue, name: \.name)
    }

    func resolveDiscovered(_ text: String) async throws(CommandFailure) -> DiscoveredBody {
        let discovered = try await acting(as: nil).discovered().body()
        return try NameMatch.one(
            of: discovered, noun: .discovered, text: text, id: \.id.rawValue, name: \.name)
    }

    func resolveRoom(_ text: String) async throws(CommandFailure) -> RoomBody {
        let rooms = try await acting(as: nil).rooms().body()
        return try NameMatch.one(of: rooms, noun: .room, text: text, id: \.id.rawValue, name: \.name)
    }

    func resolvePerson(_ text: String) async throws(CommandFailure) -> PersonBody {
        let people = try await acting(as: nil).people().body()
        return try NameMatch.one(of: people, noun: .person, text: text, id: \.id.rawValue, name: \.name)
    }

    /// An id that nobody has is passed on: the gateway refuses it, and the refusal is in the audit.
    func resolveActor(_ text: String?) async throws(CommandFailure) -> PersonID? {
        guard let text else { return nil }
        do throws(CommandFailure) {
            return try await resolvePerson(text).id
        } catch {
            guard case .notFound = error, let id = PersonID(text) else { throw error }
            return id
        }
    }
}
