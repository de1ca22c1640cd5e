import GatewayCore
import HomeModel

extension LogKey {
    static let accessory = "homekit.accessory"
}

extension LinkFinding.Source {
    static let homeKit = LinkFinding.Source(name: "homeKit", auditKey: "accessory", logKey: LogKey.accessory)
}

extension LinkFinding {
    private init(_ accessoryID: String, code: String, detail: String, isDangerous: Bool) {
        self.init(
            source: .homeKit, location: Location(text: accessoryID, root: accessoryID), code: code, detail: detail,
            isDangerous: isDangerous, isKept: false)
    }

    /// A controller that was not added through the gateway is paired with the accessory.
    static func newController(of accessoryID: String, name: String) -> LinkFinding {
        LinkFinding(
            accessoryID, code: "newController",
            detail: "Another controller is paired with “\(EscapedText(name, limit: 64))”. It can command the accessory "
                + "past the permissions and the audit log of the gateway.", isDangerous: true)
    }

    /// The values of an accessory, or its database, break the rules of HomeKit.
    static func badMessages(of accessoryID: String, detail: String) -> LinkFinding {
        LinkFinding(accessoryID, code: "badMessage", detail: detail, isDangerous: false)
    }
}
