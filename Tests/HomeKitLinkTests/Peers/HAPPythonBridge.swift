import HomeKitPeers
import HomeKitProtocol

/// A bridge of HAP-python in a process of its own.
struct HAPPythonBridge {
    let id: String
    let port: UInt16
    private let peer: PythonPeer

    static func run(_ body: (HAPPythonBridge) async throws -> Void) async throws {
        try await PythonPeer.run("hap_python_bridge.py", greets: true) { peer in
            guard let id = peer.greeting["id"]?.text, case .integer(let port)? = peer.greeting["port"],
                let port = UInt16(exactly: port)
            else { throw PythonPeer.Failure(description: "the bridge did not start: \(peer.greeting)") }
            try await body(HAPPythonBridge(id: id, port: port, peer: peer))
        }
    }

    /// Changes a value as the accessory itself does, which makes an event.
    func set(_ accessory: String, characteristic: String, to value: HomeKitJSON) async throws {
        _ = try await peer.ask(
            "set",
            with: [("accessory", .text(accessory)), ("characteristic", .text(characteristic)), ("value", value)])
    }

    func get(_ accessory: String, characteristic: String) async throws -> HomeKitJSON {
        try await peer.ask(
            "get", with: [("accessory", .text(accessory)), ("characteristic", .text(characteristic))], for: "value")
    }

    /// The number of controllers that are paired with it.
    var controllerCount: Int {
        get async throws {
            guard case .integer(let count) = try await peer.ask("state", for: "controllers") else { return 0 }
            return Int(count)
        }
    }

    var isPaired: Bool {
        get async throws { try await peer.ask("state", for: "isPaired") == .boolean(true) }
    }
}
