import GatewayWire
import Glibc
import HostInspection

/// Whether the ports of the gateway can be reached at the address that this machine has in the network of the home, and
/// whether another program has them.
struct PortCheck {
    /// A port of the gateway.
    struct Port: Hashable {
        let number: UInt16
        /// What it is for, as a part of a sentence.
        let use: String
        let code: String
        /// The setting of the address to which it is bound.
        let setting: String
        /// The programs of ours that listen on it.
        let programs: Set<String>

        static func page(_ number: UInt16) -> Port {
            Port(
                number: number, use: "the page and the API", code: "pagePort", setting: "https.bindAddress",
                programs: ["tomte"])
        }

        static func broker(_ number: UInt16) -> Port {
            Port(
                number: number, use: "devices (MQTT)", code: "brokerPort", setting: "mqtt.bindAddress",
                programs: ["mosquitto"])
        }

        static func compatibility(_ number: UInt16) -> Port {
            Port(
                number: number, use: "devices with a password (MQTT)", code: "compatibilityPort",
                setting: "mqtt.bindAddress", programs: ["mosquitto"])
        }
    }

    /// The ports of a gateway that was not configured otherwise.
    static let usual: [Port] = [.page(8443), .broker(8883)]

    /// The address of this machine in the network of the home.
    let address: String
    var sockets = ListeningSockets()
    /// Only root sees the programs of other users.
    var isRoot = geteuid() == 0

    /// The finding about a port of a gateway that runs.
    func finding(about port: Port) -> FindingBody {
        Self.finding(
            about: port, at: address, attempt: .to(address, port: port.number),
            programs: sockets.programs(on: port.number))
    }

    /// The finding about a port of a gateway that does not run; nil if the port is free, or if its program is not visible:
    /// it may be our own.
    func occupied(_ port: Port) -> FindingBody? {
        guard sockets.isUsed(port.number) else { return nil }
        let programs = sockets.programs(on: port.number)
        guard isRoot || !programs.isEmpty else { return nil }
        // A killed gateway leaves its broker running, and the next one uses it.
        guard programs.isEmpty || !programs.isSubset(of: port.programs) else { return nil }
        return Self.taken(port, by: programs)
    }

    static func finding(
        about port: Port, at address: String, attempt: ConnectionAttempt, programs: Set<String>
    ) -> FindingBody {
        let place = "Port \(port.number), for \(port.use),"
        switch attempt {
        case .connected where programs.isEmpty || programs.isSubset(of: port.programs):
            return SetupFinding.ok(port.code, message: "\(place) answers at \(address).")
        case .connected: return taken(port, by: programs)
        case .refused:
            return SetupFinding.failing(
                port.code, message: "\(place) is closed at \(address).",
                remedy: "Check \(port.setting) in the configuration: without it the gateway listens on all addresses.")
        case .timedOut:
            return SetupFinding.failing(
                port.code, message: "\(place) does not answer at \(address).",
                remedy: "A firewall on this machine may discard the packets; see below.")
        case .failed:
            return SetupFinding.failing(
                port.code, message: "\(place) cannot be reached at \(address).",
                remedy: "Check the network of this machine.")
        }
    }

    private static func taken(_ port: Port, by programs: Set<String>) -> FindingBody {
        let owner = programs.isEmpty ? "another program" : programs.sorted().joined(separator: ", ")
        return SetupFinding.failing(
            port.code, message: "Port \(port.number), for \(port.use), is used by \(owner).",
            remedy: "Stop that program, or choose another port in the configuration. "
                + "sudo ss -ltnp 'sport = :\(port.number)' shows the program.")
    }
}
