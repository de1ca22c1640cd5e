package import HomeModel

/// How the gateway configures a device of one family through the device's own web server. It performs no I/O: it writes
/// requests and reads responses.
package protocol DirectSetup: Sendable {
    /// The digits at the end of the MAC address (lower-case hexadecimal) that the name of an announced web server
    /// contains; nil for a name that no device of the family has.
    static func macSuffix(inAnnouncedName name: String) -> String?

    /// The paths of the requests whose responses identify a device. They contain nothing secret.
    static var identificationPaths: [String] { get }

    /// Reads the identity from the responses, in the order of `identificationPaths`. Throws `.notRecognised` for the
    /// response of something else, and another failure for a device that cannot be configured.
    static func identity(
        in responses: [JSONValue], from target: SetupTarget
    ) throws(SetupFailure) -> DeviceIdentity

    /// Everything that `requests` sets.
    static func settings(for endpoint: SetupEndpoint) -> [SetupSetting]

    /// The requests that configure a device, in order. Empty for a credential that the firmware cannot use.
    static func requests(for credential: SetupCredential) -> [DeviceRequest]

    /// Checks the response to one of `requests`. Throws when the device refuses it or is another one.
    static func check(_ response: JSONValue, from identity: DeviceIdentity) throws(SetupFailure)
}

/// The root of a device, and the address at which it reaches the broker.
package struct SetupEndpoint: Sendable {
    package let root: DeviceID
    package let host: String
    package let port: Int

    package init(root: DeviceID, host: String, port: Int) {
        self.root = root
        self.host = host
        self.port = port
    }
}

extension SetupCredential {
    var endpoint: SetupEndpoint { SetupEndpoint(root: root, host: numericHost, port: port) }
}
