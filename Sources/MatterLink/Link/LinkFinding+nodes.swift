import GatewayCore
import HomeModel

extension LogKey {
    static let node = "matter.node"
}

extension LinkFinding.Source {
    static let matter = LinkFinding.Source(name: "matter", auditKey: "node", logKey: LogKey.node)
}

extension LinkFinding {
    private init(
        _ root: String, code: String, detail: String, isDangerous: Bool, subjects: Set<String> = []
    ) {
        self.init(
            source: .matter, location: Location(text: root, root: root), code: code, detail: detail,
            isDangerous: isDangerous, isKept: false, subjects: subjects)
    }

    static let newFabricCode = "newFabric"

    /// The number of fabrics that a finding names.
    private static let namedFabrics = 3

    /// The node belongs to fabrics that were not added through the gateway.
    static func newFabric(_ fabrics: [NodeFabric], of root: String, name: String) -> LinkFinding {
        let names = fabrics.map(\.shownName).sorted()
        let more = names.count > namedFabrics ? ["\(names.count - namedFabrics) more"] : []
        return LinkFinding(
            root, code: newFabricCode,
            detail: "“\(EscapedText(name, limit: 64))” also belongs to homes that were not added here: "
                + "\((names.prefix(namedFabrics) + more).joined(separator: ", ")). They can command the device past the "
                + "permissions and the audit log of the gateway.", isDangerous: true,
            subjects: Set(fabrics.map(\.identifier)))
    }

    /// A person let the node accept another home.
    static func shared(of root: String, name: String) -> LinkFinding {
        LinkFinding(
            root, code: "shared",
            detail: "“\(EscapedText(name, limit: 64))” accepts another home by a code for some minutes. That home can "
                + "command the device past the permissions and the audit log of the gateway.", isDangerous: false)
    }

    /// The messages of a node break the rules of Matter.
    static func badMessages(of root: String, detail: String) -> LinkFinding {
        LinkFinding(root, code: "badMessage", detail: detail, isDangerous: false)
    }
}

extension DevicePairing.Trouble {
    static let connecting = Self(code: "connecting", detail: "The gateway is connecting to the device.")
    static let notFound = Self(
        code: "notFound",
        detail: "The device is not announced on the network. Check that it has power and is on this network.")
    static let otherHomesOnly = Self(
        code: "otherHomesOnly",
        detail:
            "The device is announced for another home, and no longer for this one. It was removed from this home, in "
            + "another app or by a reset. Remove it here, share it from the app that has it, and commission it again.")

    /// The device accepts sessions, and does not report its values.
    static func notSubscribed(_ explanation: String) -> Self {
        Self(
            code: "notSubscribed",
            detail: "The device answers, and does not begin to report its values: \(explanation)")
    }

    func beginning(at time: Timestamp?) -> Self { Self(code: code, detail: detail, since: time) }
}

extension LinkAddress {
    /// The address of a device of a node; `endpoint` describes it, and 0 is the node itself.
    static func matter(_ root: String, endpoint: UInt16) -> LinkAddress {
        LinkAddress(kind: .matter, foreignID: "\(endpoint)", root: root)
    }
}
