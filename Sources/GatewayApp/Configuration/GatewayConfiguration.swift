package import Attachments
package import Foundation
import HomeModel
package import Logging
package import MosquittoBroker

/// The validated settings of a gateway.
package struct GatewayConfiguration: Sendable, Equatable {
    package var homeName = "Home"
    package var timeZone = TimeZone.current
    /// The name under which the gateway is found on the network, without `.local`.
    package var hostName = "tomte"

    package var https = HTTPSConfiguration()

    package var mqttPort: UInt16 = 8883
    /// The port of the listener for devices with a password, which is open only while such devices exist.
    package var mqttCompatibilityPort: UInt16 = 8884
    /// Nil listens on all addresses.
    package var mqttBindAddress: String?
    /// The external broker; nil if the gateway runs its own.
    package var externalBroker: ExternalBroker?
    /// The service that runs the gateway's own broker; nil if the gateway starts it as a child.
    package var brokerService: BrokerService?
    package var outageHours = 8
    package var outageMessagesPerSecond = 30
    package var brokerSaveSeconds = 15

    package var commitInterval = Duration.milliseconds(1000)
    package var isDiscoveryEnabled = true
    /// The megabytes that photographs and manuals may have together.
    package var attachmentMegabytes = AttachmentLimits.defaultTotalMegabytes
    /// Who starts the program that converts photographs.
    package var photoConverter = PhotoConverter.Host.child
    package var trustsUnsynchronisedClock = false
    package var logLevel = Logger.Level.info
    /// The path of the file that these settings are from; nil if there is none.
    package var file: String?

    package init() {}

    /// Lets the system run the broker; keeps the folders of a file that says so too.
    package mutating func useBrokerService() { brokerService = brokerService ?? BrokerService() }

    /// Seconds for which the broker keeps the gateway's session and the messages that wait for it: a week, or a day
    /// more than the outage for which its queue is sized, if that is longer.
    package var sessionExpirySeconds: UInt32 {
        let (week, day) = (7 * 86_400, 86_400)
        return UInt32(clamping: max(week, outageHours * 3600 + day))
    }
}

extension GatewayConfiguration {
    /// The settings for evidence of an incident. A configuration contains no secrets, and what may name people or the home
    /// is left out.
    var publicSettings: [String: String] {
        [
            "timeZone": timeZone.identifier, "https.enabled": "\(https.isEnabled)", "https.port": "\(https.port)",
            "https.pageFolder": "\(https.pageFolder == nil ? "built in" : "own files")", "mqtt.port": "\(mqttPort)",
            "mqtt.compatibilityPort": "\(mqttCompatibilityPort)",
            "mqtt.broker": externalBroker != nil ? "external" : brokerService != nil ? "service" : "child",
            "mqtt.outageHours": "\(outageHours)", "mqtt.saveSeconds": "\(brokerSaveSeconds)",
            "discovery": "\(isDiscoveryEnabled)", "trustsUnsynchronisedClock": "\(trustsUnsynchronisedClock)",
            "logLevel": logLevel.rawValue,
        ]
    }
}

/// The settings of the HTTPS endpoint for residents.
package struct HTTPSConfiguration: Sendable, Equatable {
    package var isEnabled = true
    package var port: UInt16 = 8443
    /// Nil listens on all addresses.
    package var bindAddress: String?
    /// Names beyond `<hostName>.local`, `localhost` and the gateway's own addresses.
    package var hostNames: [String] = []
    /// A folder with the files of the page, for people who change them; nil uses the files in the program.
    package var pageFolder: URL?

    package init() {}
}

/// A broker that the gateway does not run. The gateway does not control its access rules, so it is shown as unconfined.
package struct ExternalBroker: Sendable, Equatable {
    package let host: String
    package let port: UInt16

    /// Parses `mqtts://host:port`, with port 8883 if none is given. Nil for any other text, including unencrypted
    /// `mqtt://`.
    package init?(url text: String) {
        guard let url = URLComponents(string: text), url.scheme == "mqtts", let host = url.host, !host.isEmpty,
            let port = UInt16(exactly: url.port ?? 8883), port > 0, url.path.isEmpty || url.path == "/",
            url.user == nil, url.query == nil
        else { return nil }
        self.host = host
        self.port = port
    }
}
