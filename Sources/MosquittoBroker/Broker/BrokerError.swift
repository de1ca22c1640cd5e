package import HomeCertificates

/// Why the broker does not run, or did not do what the gateway requested.
package enum BrokerError: Error, Equatable, CustomStringConvertible {
    case file(PrivateFileError)
    case notInstalled
    case userMissing(String)
    case badBindAddress(String)
    case portInUse(port: UInt16, by: String?)
    case compatibilityPortInUse(port: UInt16, by: String?)
    case portForbidden(port: UInt16)
    case addressNotHere(String)
    /// The system could not start the program.
    case notStarted(reason: String)
    /// The broker ended before it accepted connections; `line` is the log line that explains it.
    case ended(line: String)
    case notReady(seconds: Int)
    case notRunning
    case reloadFailed(line: String)

    package var description: String {
        switch self {
        case .file(let error): error.description
        case .notInstalled: "The MQTT broker mosquitto is not installed: install it with 'sudo apt install mosquitto'."
        case .userMissing(let user):
            "The broker runs as the user '\(user)', which does not exist: install mosquitto again, or do not run as root."
        case .badBindAddress(let address): "The broker cannot listen on '\(address)': give an IPv4 or IPv6 address."
        case .portInUse(let port, let holder):
            "TCP port \(port) is in use by \(holder ?? "another program"): stop it, or choose another port with --mqtt-port."
        case .compatibilityPortInUse(let port, let holder):
            "TCP port \(port), for devices with a password, is in use by \(holder ?? "another program"): stop it, or choose another port with --compatibility-port."
        case .portForbidden(let port): "TCP port \(port) needs root: choose one above 1023 with --mqtt-port."
        case .addressNotHere(let address):
            "The address \(address) is not one of this machine: choose another to listen on."
        case .notStarted(let reason): "The broker could not be started: \(reason)."
        case .ended(let line): "The broker ended at once: \(line)"
        case .notReady(let seconds): "The broker did not answer on its port within \(seconds) s: see mosquitto.log."
        case .notRunning: "The broker is not running at the moment; it is being restarted."
        case .reloadFailed(let line): "The broker did not load its new files: \(line)"
        }
    }
}
