import HomeKitPeers
import HomeKitProtocol
import HomeModel
import MatterFixtures

/// A lamp of CircuitMatter in a process of its own.
struct CircuitMatterNode {
    let code: String
    private let peer: PythonPeer

    /// `state` is the file in which the node keeps its state.
    static func run(state: String, _ body: (CircuitMatterNode) async throws -> Void) async throws {
        try await PythonPeer.run(
            "../MatterPeers/circuitmatter_node.py", arguments: [state, "0"], greets: true
        ) { peer in
            guard let code = peer.greeting["code"]?.text else {
                throw PythonPeer.Failure(description: "the node did not start: \(peer.greeting)")
            }
            try await body(CircuitMatterNode(code: code, peer: peer))
        }
    }

    /// What the node has announced, the latest last.
    var announcements: [AnnouncedService] {
        get async throws {
            guard case .list(let all) = try await peer.ask("announcements", for: "announcements") else { return [] }
            return all.compactMap { announcement in
                guard let type = announcement["type"]?.text, let name = announcement["name"]?.text,
                    case .integer(let number)? = announcement["port"], let port = UInt16(exactly: number),
                    case .list(let txt)? = announcement["txt"]
                else { return nil }
                return AnnouncedService(
                    kind: type == "_matterc._udp" ? .matterCommissionable : .matterOperational, name: name, port: port,
                    txt: txt.compactMap(\.text))
            }
        }
    }

    /// How many subscriptions controllers have.
    var subscriptionCount: Int64 {
        get async throws {
            guard case .integer(let count) = try await peer.ask("subscriptions", for: "subscriptions") else { return 0 }
            return count
        }
    }

    /// The latest announcement of a kind.
    func announcement(_ kind: ServiceKind) async throws -> AnnouncedService? {
        try await announcements.last { $0.kind == kind }
    }

    func value(_ attribute: String) async throws -> HomeKitJSON? {
        try await peer.ask("values", for: "values")[attribute]
    }

    /// Changes an attribute as the lamp itself does, which makes a report.
    func set(_ attribute: String, to value: HomeKitJSON) async throws {
        _ = try await peer.ask("set", with: [("attribute", .text(attribute)), ("value", value)])
    }
}
