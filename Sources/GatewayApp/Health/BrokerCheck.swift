import GatewayCore
import MQTTLink
import MosquittoBroker

/// Health of the broker and of our two connections to it.
enum BrokerCheck {
    static func ours(_ broker: Broker, _ link: MQTTLink, _ memory: BrokerMemoryWatch) -> HealthBoard.Check {
        {
            let health = await broker.health
            var findings = await laneFindings(link, isExhausted: memory.isExhausted) + memory.findings
            if let counted = await link.dropped, case let dropped = await memory.lost(of: counted), dropped > 0 {
                findings.append(
                    HealthFinding(
                        "broker.dropped", .warning,
                        "\(dropped) messages are lost since the broker started, because more waited than it may hold.",
                        remedy: "Raise mqtt.outageHours or mqtt.outageMessagesPerSecond."))
            }
            if let problem = health.problem {
                findings.append(
                    HealthFinding(
                        "broker.down", .failing, problem,
                        remedy: "It is started again by itself; see broker/mosquitto.log."))
            }
            findings += health.quarantined.map { name in
                HealthFinding(
                    "broker.databaseDamaged", .warning, "The broker's database was damaged and set aside as \(name).",
                    remedy: "Retained states and what waited for the gateway may be missing; the file can be deleted.")
            }
            let process = health.pid.map { "pid \($0)" } ?? "down"
            return SubsystemHealth(
                "broker",
                summary:
                    "mosquitto on port \(health.port) (\(process)), TLS 1.3"
                    + (health.compatibilityPort.map { ", and on \($0), TLS 1.2, for devices with a password" } ?? "")
                    + ", saves every \(health.saveWindowSeconds) s (what a killed broker can lose)"
                    + (health.restarts > 0 ? ", restarted \(health.restarts)×" : ""),
                findings: findings)
        }
    }

    static func external(_ external: ExternalBroker, _ link: MQTTLink) -> HealthBoard.Check {
        {
            let unconfined = HealthFinding(
                "broker.unconfined", .warning,
                "The broker is not ours, so nothing confines a device to its own topics: any may speak for another.",
                remedy: "Give each device access to its own root topic only, or let the gateway run the broker.")
            return SubsystemHealth(
                "broker", summary: "external, mqtts://\(external.host):\(external.port), unconfined",
                findings: await laneFindings(link) + [unconfined])
        }
    }

    private static func laneFindings(_ link: MQTTLink, isExhausted: Bool = false) async -> [HealthFinding] {
        let troubles = await link.troubles()
        return [("control", troubles.control), ("telemetry", troubles.telemetry)].compactMap { lane, error in
            error.map {
                HealthFinding(
                    "broker.\(lane)Disconnected", .failing,
                    "The \(lane) lane is not connected: "
                        + (isExhausted ? "the broker refuses clients because it has no memory left." : "\($0)"),
                    remedy: "It reconnects by itself; if this lasts, look at broker/mosquitto.log.")
            }
        }
    }
}
