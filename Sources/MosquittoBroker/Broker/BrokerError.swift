package import HomeCertificates

/// Why the broker does not run, or did not do what the gateway requested.
package enum BrokerError: Error, Equatable, CustomStringConvertible {
    case file(PrivateFileError)
    case notInstalled
    /// The program is there, but this process may not start it.
    case programForbidden(path: String)
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
    /// A request to the service manager could not be written.
    case requestRefused(path: String, reason: String)
    /// A request to the service manager had no effect.
    case requestIgnored(request: String, seconds: Int)
    case folderMissing(path: String)

    package var description: String {
        switch self {
        case .file(let error): error.description
        case .notInstalled: "The MQTT broker mosquitto is not installed: install it with 'sudo apt install mosquitto'."
        case .programForbidden(let path):
            "The broker \(path) may not be started by the gateway: the installed service may start no other program, so set "
                + "mqtt.broker to service, which is its default. Without the service, let its user execute the file."
        case .userMissing(let user):
            "The broker runs as the user '\(user)', which does not exist: install mosquitto again, or do not run as root."
        case .badBindAddress(let address): "The broker cannot listen on '\(address)': give an IPv4 or IPv6 address."
        case .portInUse(let port, BrokerService.unit):
            "TCP port \(port) is in use by \(BrokerService.unit), the broker of the installed package: stop it for good with "
                + "'sudo systemctl mask --now tomte-broker', or choose another port with --mqtt-port."
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
        case .requestRefused(let path, let reason):
            "The request \(path) to the service manager could not be written: \(reason). The unit of the gateway creates "
                + "that folder; mqtt.brokerRequestFolder names another."
        case .requestIgnored(let request, let seconds):
            "The request to \(request) the broker had no effect within \(seconds) s: see 'systemctl status tomte-broker' "
                + "and 'systemctl list-units --all \"tomte-broker*\"'."
        case .folderMissing(let path):
            "The folder \(path) of the broker's service does not exist: install the package tomte again, or set "
                + "mqtt.broker to child."
        }
    }

    /// The same for people elsewhere: without the paths of folders, and without lines of the broker's log.
    package var explanation: String {
        switch self {
        case .file(let error): error.explanation
        case .programForbidden, .ended, .reloadFailed, .requestRefused, .folderMissing:
            "The broker could not be given its new files; see tomte doctor."
        default: description
        }
    }
}
