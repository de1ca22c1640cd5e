package import Foundation
package import Logging

/// Everything that a person may choose about a gateway, checked.
package struct GatewayConfiguration: Sendable, Equatable {
    package var homeName = "Home"
    package var timeZone = TimeZone.current
    /// The name under which the gateway is found on the network, without `.local`.
    package var hostName = "tomte"

    package var https = HTTPSConfiguration()

    package var mqttPort: UInt16 = 8883
    /// Of the listener for devices with a password; open while there are such.
    package var mqttCompatibilityPort: UInt16 = 8884
    /// Nil listens on all addresses.
    package var mqttBindAddress: String?
    /// Nil supervises a broker of our own.
    package var externalBroker: ExternalBroker?
    package var outageHours = 8
    package var outageMessagesPerSecond = 30
    package var brokerSaveSeconds = 15

    package var commitInterval = Duration.milliseconds(1000)
    package var isDiscoveryEnabled = true
    package var trustsUnsynchronisedClock = false
    package var logLevel = Logger.Level.info

    package init() {}

    /// How long the broker keeps the gateway's session, and with it what waits for the gateway: a week, and always longer
    /// than the outage that its queue is sized for.
    package var sessionExpirySeconds: UInt32 {
        let (week, day) = (7 * 86_400, 86_400)
        return UInt32(clamping: max(week, outageHours * 3600 + day))
    }
}

/// The door for residents.
package struct HTTPSConfiguration: Sendable, Equatable {
    package var isEnabled = true
    package var port: UInt16 = 8443
    /// Nil listens on all addresses.
    package var bindAddress: String?
    /// Names beyond `<hostName>.local`, `localhost` and the gateway's own addresses.
    package var hostNames: [String] = []
    /// The page's files, for whoever changes them; nil takes those in the program.
    package var pageFolder: URL?

    package init() {}
}

/// A broker that somebody else runs. Its access rules are not ours, so it is shown as unconfined.
package struct ExternalBroker: Sendable, Equatable {
    package let host: String
    package let port: UInt16

    /// Reads `mqtts://host:port`; nil for anything else, plain `mqtt://` included.
    package init?(url text: String) {
        guard let url = URLComponents(string: text), url.scheme == "mqtts", let host = url.host, !host.isEmpty,
            let port = UInt16(exactly: url.port ?? 8883), port > 0, url.path.isEmpty || url.path == "/",
            url.user == nil, url.query == nil
        else { return nil }
        self.host = host
        self.port = port
    }
}
