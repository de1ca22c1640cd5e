import GatewayCore
import HomeModel
import MQTTLink
import MosquittoBroker

/// The health of the broker and of the gateway's two connections to it.
enum BrokerCheck {
    static func supervised(_ broker: Broker, link: MQTTLink, memory: BrokerMemoryMonitor) -> HealthChecks.Check {
        {
            let health = await broker.health
            var findings = await laneFindings(link, isExhausted: memory.isExhausted) + memory.findings
            if let counted = await link.dropped, case let dropped = await memory.lost(of: counted), dropped > 0 {
                findings.append(
                    HealthFinding(
                        "broker.dropped", severity: .warning,
                        message: "\(dropped) messages were lost since the broker started, because its queue was full.",
                        remedy: "Raise mqtt.outageHours or mqtt.outageMessagesPerSecond.",
                        values: ["count": .number(dropped)]))
            }
            if let problem = health.problem { findings.append(down(health.host, because: problem)) }
            findings += health.quarantined.map { name in
                HealthFinding(
                    "broker.databaseDamaged", severity: .warning,
                    message: "The broker's database was damaged and set aside as \(name).",
                    remedy: "Retained states and waiting messages may be missing; the file can be deleted.",
                    values: ["file": .text("\(name)")])
            }
            let host = health.host == .service ? "\(BrokerService.unit), " : ""
            let process = host + (health.pid.map { "pid \($0)" } ?? "down")
            return SubsystemHealth(
                "broker",
                summary:
                    "mosquitto on port \(health.port) (\(process)), TLS 1.3"
                    + (health.compatibilityPort.map { ", and on \($0), TLS 1.2, for devices with a password" } ?? "")
                    + ", saves every \(health.saveWindowSeconds) s (a killed broker can lose that much)"
                    + (health.restarts > 0 ? ", restarted \(health.restarts)×" : ""),
                values: [
                    "state": .text(health.pid == nil ? "down" : "running"), "port": .number(Int(health.port)),
                    "restarts": .number(health.restarts), "host": .text(health.host.rawValue),
                ].merging(health.compatibilityPort.map { ["compatibilityPort": .number(Int($0))] } ?? [:]) { $1 },
                findings: findings)
        }
    }

    private static func down(_ host: BrokerHostKind, because problem: String) -> HealthFinding {
        switch host {
        case .child:
            HealthFinding(
                "broker.down", severity: .failing, message: problem,
                remedy: "The gateway starts it again; see broker/mosquitto.log.")
        case .service:
            HealthFinding(
                "broker.serviceDown", severity: .failing, message: problem,
                remedy: "The gateway has it started again; see systemctl status tomte-broker.")
        }
    }

    static func external(_ external: ExternalBroker, link: MQTTLink) -> HealthChecks.Check {
        {
            let unconfined = HealthFinding(
                "broker.unconfined", severity: .warning,
                message:
                    "The broker is external, so the gateway cannot confine a device to its own topics: any device may publish "
                    + "for another.",
                remedy: "Give each device access to its own root topic only, or let the gateway run the broker.")
            return SubsystemHealth(
                "broker", summary: "external, mqtts://\(external.host):\(external.port), unconfined",
                values: [
                    "state": .text("external"), "host": .text("\(external.host)"), "port": .number(Int(external.port)),
                ],
                findings: await laneFindings(link) + [unconfined])
        }
    }

    private static func laneFindings(_ link: MQTTLink, isExhausted: Bool = false) async -> [HealthFinding] {
        let troubles = await link.troubles()
        return [("control", troubles.control), ("telemetry", troubles.telemetry)].compactMap { lane, error in
            error.map {
                HealthFinding(
                    "broker.\(lane)Disconnected", severity: .failing,
                    message: "The \(lane) connection to the broker is down: "
                        + (isExhausted ? "the broker refuses clients because it has no memory left." : "\($0)"),
                    remedy: "The gateway reconnects by itself; if this lasts, see broker/mosquitto.log.")
            }
        }
    }
}
