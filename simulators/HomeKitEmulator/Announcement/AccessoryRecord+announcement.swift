import Foundation
import HomeKitProtocol

extension AccessoryRecord {
    private static let notPaired = 1

    /// The TXT record of the accessory. Source: HAP specification R2, section 6.4.
    func announcement(of definition: AccessoryDefinition, port: UInt16) -> AccessoryAnnouncement {
        var txt = [
            "c#=\(configurationNumber)", "ff=0", "id=\(identity.identifier)", "md=\(definition.model)", "pv=1.1",
            "s#=1", "sf=\(isPaired ? 0 : Self.notPaired)", "ci=\(definition.category)",
        ]
        if let setupID = definition.setupID {
            let hash = SetupHash(setupID: setupID, identifier: identity.identifier)
            txt.append("sh=\(Data(hash.bytes).base64EncodedString())")
        }
        return AccessoryAnnouncement(name: definition.name, port: port, txt: txt)
    }
}
