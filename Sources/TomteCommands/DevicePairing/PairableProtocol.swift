import GatewayWire
import HomeModel

/// A protocol whose devices are paired before they can be adopted: its subcommands, and its words in messages.
enum PairableProtocol: String, Sendable, CaseIterable {
    case homeKit, matter

    /// The protocol of an announced device; nil for one that needs no pairing.
    init?(_ service: DiscoveredBody) {
        guard let kind = ServiceKind.allCases.first(where: { $0.serviceType == service.link }) else { return nil }
        switch kind {
        case .homeKit, .homeKitThread: self = .homeKit
        case .matterOperational, .matterCommissionable: self = .matter
        case .web: return nil
        }
    }

    var link: LinkKind {
        switch self {
        case .homeKit: .homeKit
        case .matter: .matter
        }
    }

    /// What one of its devices is called.
    var noun: String {
        switch self {
        case .homeKit: "accessory"
        case .matter: "node"
        }
    }

    var kindOfThing: CLIError.Noun {
        switch self {
        case .homeKit: .accessory
        case .matter: .node
        }
    }

    // MARK: Subcommands

    var command: String {
        switch self {
        case .homeKit: "tomte homekit"
        case .matter: "tomte matter"
        }
    }

    var pairCommand: String {
        switch self {
        case .homeKit: "\(command) pair"
        case .matter: "\(command) commission"
        }
    }

    var removeCommand: String {
        switch self {
        case .homeKit: "\(command) unpair"
        case .matter: "\(command) remove"
        }
    }

    var controllersCommand: String {
        switch self {
        case .homeKit: "\(command) controllers"
        case .matter: "\(command) fabrics"
        }
    }

    // MARK: Codes

    var codePrompt: String {
        switch self {
        case .homeKit: "Code of the accessory (XXX-XX-XXX):"
        case .matter: "Code of the node (11 or 21 digits, or MT:…):"
        }
    }

    private var qrPrefixes: [String] {
        switch self {
        case .homeKit: ["X-HM:"]
        case .matter: ["MT:"]
        }
    }

    private var digitCounts: Set<Int> {
        switch self {
        case .homeKit: [8]
        case .matter: [11, 21]
        }
    }

    /// Whether the text is that of a QR code, or has as many digits as a code, in any groups.
    func looksLikeCode(_ text: String) -> Bool {
        if qrPrefixes.contains(where: { text.uppercased().hasPrefix($0) }) { return true }
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        return digitCounts.contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension DiscoveredBody {
    /// The name for people. A Matter node has a number as its name until it is commissioned, so that the name which its
    /// maker gave to it is shown.
    var shownName: String {
        link == ServiceKind.matterCommissionable.serviceType ? model ?? name : name
    }
}
