import GatewayCore
import HomeModel

extension LogKey {
    static let accessory = "homekit.accessory"
}

extension LinkFinding.Source {
    static let homeKit = LinkFinding.Source(name: "homeKit", auditKey: "accessory", logKey: LogKey.accessory)
}

extension LinkFinding {
    private init(
        _ accessoryID: String, code: String, detail: String, isDangerous: Bool, subjects: Set<String> = []
    ) {
        self.init(
            source: .homeKit, location: Location(text: accessoryID, root: accessoryID), code: code, detail: detail,
            isDangerous: isDangerous, isKept: false, subjects: subjects)
    }

    static let newControllerCode = "newController"

    /// The number of controllers that a finding names.
    private static let namedControllers = 3

    /// Controllers that were not added through the gateway are paired with the accessory.
    static func newController(
        _ controllers: Set<KnownController>, of accessoryID: String, name: String
    ) -> LinkFinding {
        let identifiers = controllers.map(\.identifier).sorted()
        let named = identifiers.prefix(namedControllers).map { EscapedText($0, limit: 64).description }
        let more = identifiers.count > named.count ? ["\(identifiers.count - named.count) more"] : []
        return LinkFinding(
            accessoryID, code: newControllerCode,
            detail: "“\(EscapedText(name, limit: 64))” is paired with controllers that were not added here: "
                + "\((named + more).joined(separator: ", ")). They can command the accessory past the permissions and the "
                + "audit log of the gateway.", isDangerous: true, subjects: Set(controllers.map(\.subject)))
    }

    /// A person let another controller command the accessory.
    static func shared(of accessoryID: String, name: String, with identifier: String) -> LinkFinding {
        LinkFinding(
            accessoryID, code: "shared",
            detail: "“\(EscapedText(name, limit: 64))” was shared with the controller "
                + "\(EscapedText(identifier, limit: 64)). It can command the accessory past the permissions and the audit "
                + "log of the gateway.", isDangerous: false)
    }

    /// The accessory does not accept the gateway as an administrator any more.
    static func lostAdministration(of accessoryID: String, name: String) -> LinkFinding {
        LinkFinding(
            accessoryID, code: "lostAdministration",
            detail:
                "“\(EscapedText(name, limit: 64))” does not accept the gateway as an administrator any more: another "
                + "controller may have changed that, and may command the accessory.", isDangerous: true)
    }

    /// The accessory refused to report presses, which cannot be polled.
    static func noPresses(of accessoryID: String) -> LinkFinding {
        LinkFinding(
            accessoryID, code: "noPresses",
            detail: "The accessory refused to report presses of its buttons, so the gateway does not notice them.",
            isDangerous: false)
    }

    /// The values of an accessory, or its database, break the rules of HomeKit.
    static func badMessages(of accessoryID: String, detail: String) -> LinkFinding {
        LinkFinding(accessoryID, code: "badMessage", detail: detail, isDangerous: false)
    }
}
