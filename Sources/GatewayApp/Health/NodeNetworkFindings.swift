import GatewayCore
import HomeModel
import HostInspection

/// The findings about the network of this machine, without which the Matter nodes of the home are not found or not
/// reached.
struct NodeNetworkFindings {
    /// A node that is connected is announced long before this time, if announcements arrive at all.
    private static let listeningTime = Duration.seconds(600)
    /// The length of the prefix that a Thread network has.
    private static let threadPrefix = 64

    /// Of the nodes of the home.
    let pairings: [DevicePairing]
    /// All Matter nodes that are announced now, also those of other homes.
    let services: [NetworkService]
    let network: IPv6Network
    /// For how long announcements have been listened to; nil while they are not.
    let listening: Duration?

    var all: [HealthFinding] { missingAddress + missingRoutes + missingAnnouncements }

    // MARK: IPv6

    private var missingAddress: [HealthFinding] {
        guard network.interfaces.isEmpty, !pairings.isEmpty || !services.isEmpty else { return [] }
        return [
            HealthFinding(
                "matter.noIPv6", severity: .warning,
                message: "This machine has no IPv6 address on any network, and Matter devices need IPv6.",
                remedy: "Switch IPv6 on for the network of the home, and restart this machine. A link-local address is "
                    + "enough; the internet connection needs no IPv6. The kernel says with 0 that it is on:\n"
                    + "sysctl net.ipv6.conf.all.disable_ipv6")
        ]
    }

    // MARK: Routes

    /// A node that is not reached, and to whose addresses there is no route besides the default one.
    private struct UnroutedNode {
        let name: String
        let interface: String
    }

    private var missingRoutes: [HealthFinding] {
        let nodes = unroutedNodes
        return Set(nodes.map(\.interface)).sorted().map { interface in
            let names = nodes.filter { $0.interface == interface }.map { "“\($0.name)”" }.sorted()
            return missingRoute(to: names.joined(separator: ", "), on: interface)
        }
    }

    private var unroutedNodes: [UnroutedNode] {
        guard !network.interfaces.isEmpty else { return [] }
        let announced = Dictionary(services.map { ($0.id, $0) }) { $1 }
        return pairings.compactMap { pairing in
            guard pairing.state == .paired, let trouble = pairing.trouble, trouble.code != "connecting",
                let addresses = announced[pairing.service]?.addresses, let first = addresses.first,
                addresses.allSatisfy(isUnrouted)
            else { return nil }
            return UnroutedNode(name: pairing.name.description, interface: first.interface)
        }
    }

    private func isUnrouted(_ address: NetworkAddress) -> Bool {
        address.family == .ipv6 && !address.isLinkLocal && !network.hasRoute(to: address.text)
    }

    private func missingRoute(to names: String, on interface: String) -> HealthFinding {
        let values: [String: SentenceValue] = ["names": .text(names), "interface": .text(interface)]
        guard let learning = network.learning(on: interface), learning.acceptsAdvertisements,
            learning.longestPrefix < Self.threadPrefix
        else {
            return HealthFinding(
                "matter.noRoute", severity: .warning,
                message:
                    "This machine has no route to \(names). Devices that use Thread are reached through a Thread border "
                    + "router, which announces the route.",
                remedy:
                    "Check that the Thread border router has power and is on this network. ip -6 route shows the routes.",
                values: values)
        }
        // In a name of a setting, a dot in the name of the interface is written as a slash.
        let line =
            "net.ipv6.conf.\(interface.replacing(".", with: "/")).accept_ra_rt_info_max_plen = \(Self.threadPrefix)"
        return HealthFinding(
            "matter.routesIgnored", severity: .warning,
            message:
                "This machine has no route to \(names). Devices that use Thread are reached through a Thread border "
                + "router, and this machine ignores the routes that such routers announce on \(interface).",
            remedy: "Write the setting to a file, and apply it:\n"
                + "echo '\(line)' | sudo tee /etc/sysctl.d/60-tomte-thread.conf\nsudo sysctl --system",
            values: values.merging(["line": .text(line)]) { $1 })
    }

    // MARK: Announcements

    /// A node that is connected announces itself. If none of all nodes is heard, announcements do not arrive.
    private var missingAnnouncements: [HealthFinding] {
        let connected = pairings.filter { $0.state == .paired && $0.trouble == nil }
        guard let listening, listening >= Self.listeningTime, !connected.isEmpty,
            !services.contains(where: { $0.kind == .matterOperational })
        else { return [] }
        return [
            HealthFinding(
                "matter.noAnnouncements", severity: .warning,
                message:
                    "Matter devices answer, but their announcements do not arrive at this machine, so that it loses them "
                    + "when their addresses change. Multicast seems to be blocked.",
                remedy:
                    "Allow mDNS (UDP port 5353) in the firewall of this machine, and multicast between its network and that "
                    + "of the devices in the router or access point.")
        ]
    }
}
