import GatewayWire
import HostInspection

/// The address of this machine in the network of the home.
enum NetworkCheck {
    /// What could be learned about the network.
    enum State {
        case connected(LocalNetwork)
        case notConnected
        /// The program `ip`, which shows it, is not installed.
        case programMissing

        var network: LocalNetwork? {
            if case .connected(let network) = self { network } else { nil }
        }
    }

    static func state(folders: [String] = SystemProgram.systemFolders) -> State {
        let ip = SystemProgram("ip", folders: folders)
        do throws(SystemProgram.Failure) {
            let addresses = try ip.run(["-j", "addr"])
            let routes = try? ip.run(["-j", "-4", "route", "show", "default"])
            let network = LocalNetwork(addresses: addresses.bytes, routes: routes?.bytes ?? [])
            return network.map(State.connected) ?? .notConnected
        } catch {
            return error == .notInstalled ? .programMissing : .notConnected
        }
    }

    static func finding(about state: State) -> FindingBody {
        switch state {
        case .connected(let network): finding(about: network)
        case .notConnected:
            SetupFinding.warning(
                "noNetwork", message: "No wired or wireless network with an IPv4 address was found (ip addr).",
                remedy: "Connect this machine to the network of the home.")
        case .programMissing:
            SetupFinding.notice(
                "networkUnknown",
                message:
                    "The address of this machine and its firewall were not checked: the program ip is not installed.",
                remedy: "Install it, and run the setup again:\nsudo apt install iproute2\nsudo tomte setup")
        }
    }

    private static func finding(about network: LocalNetwork) -> FindingBody {
        guard network.isDynamic else {
            return SetupFinding.ok(
                "address", message: "The address \(network.address) of \(network.interface) is fixed on this machine.")
        }
        let hardware = network.hardwareAddress.isEmpty ? "this machine" : network.hardwareAddress
        return SetupFinding.warning(
            "addressMayChange",
            message:
                "The router assigned the address \(network.address) to \(network.interface), and may assign another one later.",
            remedy:
                "In the router, reserve \(network.address) for \(hardware) (often called static DHCP), because devices "
                + "keep the address of the gateway.")
    }
}
