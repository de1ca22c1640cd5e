import GatewayWire
import HomeModel
import TomteClient

/// Finds things by their id or name. The console looks them up with its own rights and not with those of `--as`, so
/// that a request of a person who may not see its target still reaches the gateway, which refuses it and writes the
/// refusal to the audit log.
extension CLIClient {
    func resolve(_ address: DeviceArgument) async throws(CLIError) -> DeviceBody {
        let devices = try await acting(as: nil).devices().body()
        return try NameMatch.one(
            of: devices, noun: .device, text: address.device, id: \.id.rawValue, name: \.name)
    }

    /// The names of the devices that the caller may see; empty if the gateway does not answer.
    func deviceNames() async -> [DeviceID: String] {
        let devices = (try? await devices().body()) ?? []
        return Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
    }

    func resolveDiscovered(_ text: String) async throws(CLIError) -> DiscoveredBody {
        let discovered = try await acting(as: nil).discovered().body()
        return try NameMatch.one(
            of: discovered, noun: .discovered, text: text, id: \.id.rawValue, name: \.name)
    }

    func resolveRoom(_ text: String) async throws(CLIError) -> RoomBody {
        let rooms = try await acting(as: nil).rooms().body()
        return try NameMatch.one(of: rooms, noun: .room, text: text, id: \.id.rawValue, name: \.name)
    }

    func resolvePerson(_ text: String) async throws(CLIError) -> PersonBody {
        let people = try await acting(as: nil).people().body()
        return try NameMatch.one(of: people, noun: .person, text: text, id: \.id.rawValue, name: \.name)
    }

    func resolveAppliance(_ text: String) async throws(CLIError) -> ApplianceBody {
        let appliances = try await acting(as: nil).appliances().body()
        return try NameMatch.one(of: appliances, noun: .appliance, text: text, id: \.id.rawValue, name: \.name)
    }

    /// The id of the person of `--as`; nil without one. An unknown id is returned unchanged: the gateway refuses it and
    /// writes the refusal to the audit log.
    func resolveActor(_ text: String?) async throws(CLIError) -> PersonID? {
        guard let text else { return nil }
        do throws(CLIError) {
            return try await resolvePerson(text).id
        } catch {
            guard case .notFound = error, let id = PersonID(text) else { throw error }
            return id
        }
    }
}

/// Finds one item by its id, or by its name if no other item has that name.
enum NameMatch {
    /// Compares ids exactly and names without case; an id wins over a name. Throws `.notFound` or `.ambiguous`.
    static func one<Item>(
        of items: [Item], noun: CLIError.Noun, text: String, id: (Item) -> String, name: (Item) -> String
    ) throws(CLIError) -> Item {
        if let item = items.first(where: { id($0) == text }) { return item }
        let wanted = folded(text)
        let named = items.filter { folded(name($0)) == wanted }
        guard let first = named.first else { throw .notFound(noun, EscapedText(text, limit: 100)) }
        guard named.count == 1 else {
            throw .ambiguous(noun, EscapedText(text, limit: 100), ids: named.map(id))
        }
        return first
    }

    /// Swift compares strings by canonical equivalence, so NFC and NFD of one name are equal.
    private static func folded(_ text: String) -> String { text.lowercased() }
}
