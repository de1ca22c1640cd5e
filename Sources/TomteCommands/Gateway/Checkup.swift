import Foundation
import GatewayWire

/// What can be found out when no gateway answers.
struct Checkup {
    let absence: GatewayAbsence
    var environment = ProcessInfo.processInfo.environment

    func findings() -> [FindingBody] { [absence.finding] + [missingBroker].compactMap(\.self) }

    private var missingBroker: FindingBody? {
        // Debian installs it where the search path of plain users does not look.
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
