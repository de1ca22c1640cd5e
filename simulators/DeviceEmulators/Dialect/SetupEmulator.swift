/// A simulated device before it knows a broker: the part of its own web server through which it is configured. It
/// performs no I/O.
package protocol SetupEmulator: Sendable {
    init(_ device: EmulatedDevice)

    /// The name under which the device announces its web server.
    var announcedName: String { get }

    /// Answers a request. Returns the connection to use from now on if the device restarts with a new one.
    mutating func respond(to request: WebRequest) -> (response: WebResponse, connection: EmulatedConnection?)
}

/// A request to the web server of a simulated device.
package struct WebRequest: Hashable, Sendable {
    package let method: String
    /// The path and the query, as they arrived.
    package let uri: String
    package let body: [UInt8]

    package init(method: String, uri: String, body: [UInt8]) {
        self.method = method
        self.uri = uri
        self.body = body
    }
}

/// A response of the web server of a simulated device.
package struct WebResponse: Hashable, Sendable {
    package let status: Int
    package let headers: [String: String]
    package let body: [UInt8]

    package init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The broker that a simulated device was configured for, and what it sends there.
package struct EmulatedConnection: Hashable, Sendable {
    /// How the device checks that it is the right broker.
    package enum Trust: Hashable, Sendable {
        case authority(pem: String)
        case keyFingerprint([UInt8])
    }

    package let host: String
    package let port: UInt16
    package let root: String
    package let user: String
    package let password: String
    package let trust: Trust

    package init(host: String, port: UInt16, root: String, user: String, password: String, trust: Trust) {
        self.host = host
        self.port = port
        self.root = root
        self.user = user
        self.password = password
        self.trust = trust
    }
}
