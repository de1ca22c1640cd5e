/// One of the gateway's own two connections to the broker; each has a certificate of its own.
package enum Lane: String, CaseIterable, Sendable {
    case telemetry = "tomte-telemetry"
    case control = "tomte-control"

    /// MQTT user name and client id.
    package var clientID: String { rawValue }
}

/// Clients of the gateway itself that connect for a moment: the two sides of a probe of the access rules, and the
/// cleaner. They have certificates of minutes, made when one is run.
package enum ProbeRole: String, CaseIterable, Sendable {
    /// Confined as any device is.
    case suspect = "tomte-probe"
    /// Hears and says everything, to see what of it gets through.
    case witness = "tomte-witness"
    /// Reads what the broker retains, and clears it for devices whose credential has ended.
    case cleaner = "tomte-cleaner"

    /// MQTT user name and client id.
    package var clientID: String { rawValue }
}

/// Paths of PEM files for a library that takes nothing else: 0600 in a 0700 folder.
package struct LaneFiles: Sendable, Equatable {
    package let certificatePath: String
    package let privateKeyPath: String
    package let trustPath: String

    package init(certificatePath: String, privateKeyPath: String, trustPath: String) {
        self.certificatePath = certificatePath
        self.privateKeyPath = privateKeyPath
        self.trustPath = trustPath
    }
}
