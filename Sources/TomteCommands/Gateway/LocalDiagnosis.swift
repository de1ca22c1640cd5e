import Foundation
import GatewayWire

/// Examines this machine when no gateway answers.
struct LocalDiagnosis {
    let unavailability: GatewayUnavailability
    var environment = ProcessInfo.processInfo.environment

    func findings() -> [FindingBody] { [unavailability.finding] + [missingBroker].compactMap(\.self) }

    private var missingBroker: FindingBody? {
        // Debian installs it in a folder that is not in the search path of normal users.
        let folders = environment["PATH", default: ""].split(separator: ":").map(String.init) + ["/usr/sbin"]
        guard !folders.contains(where: { FileManager.default.isExecutableFile(atPath: $0 + "/mosquitto") }) else {
            return nil
        }
        return FindingBody(
            code: "mosquittoMissing", severity: "failing", subsystem: "broker",
            message: "mosquitto, the MQTT broker, is not installed.",
            remedy: "Install it: sudo apt install mosquitto (or run scripts/install-dependencies).")
    }
}
