/// A client that connected, and its address, as the log of the broker reports it.
package struct BrokerConnection: Hashable, Sendable {
    /// The client id; for a device, the root of its topics.
    package let client: String
    package let address: String
    /// The keep-alive interval that the client asked for; nil when the line does not contain it.
    package let keepAliveSeconds: Int?

    /// Returns nil for every other line. Source: mosquitto 2, `src/handle_connect.c`:
    /// `New client connected from ADDRESS:PORT as CLIENT (p5, c1, k60, u'CLIENT').`
    package init?(logLine line: String) {
        let prefix = "New client connected from "
        guard line.hasPrefix(prefix) else { return nil }
        let rest = line.dropFirst(prefix.count)
        guard let divider = rest.firstRange(of: " as ") else { return nil }
        let place = rest[..<divider.lowerBound]
        let details = rest[divider.upperBound...]
        let client = details.prefix { $0 != " " }
        guard let colon = place.lastIndex(of: ":"), !client.isEmpty, colon > place.startIndex else { return nil }
        self.client = String(client)
        address = String(place[..<colon])
        keepAliveSeconds = details.firstRange(of: ", k").flatMap { mark in
            Int(details[mark.upperBound...].prefix { $0.isNumber })
        }
    }
}

extension [String] {
    /// The connections, in the order of the log.
    var connections: [BrokerConnection] { compactMap(BrokerConnection.init(logLine:)) }
}
