package import GatewayCore
import HomeModel

extension MatterLink: DiagnosedLink {
    package func findings() async -> [HealthFinding] {
        let now = services.clock.now()
        var armed = armedFailSafes.filter { $0.value > now }
        armedFailSafes = armed
        for follower in followers.values {
            guard let failSafe = await follower.failSafe, failSafe.end > now else { continue }
            armed[failSafe.name] = failSafe.end
        }
        let waiting = armed.sorted { $0.key < $1.key }.map { HealthFinding.failSafe(of: $0.key, until: $0.value) }
        return waiting + unreadable
    }

    private var unreadable: [HealthFinding] {
        unreadableRecords.isEmpty ? [] : [.unreadableRecords(unreadableRecords)]
    }

    /// A commissioning was interrupted, and the node did not answer the request to undo it. `name` is escaped.
    func noteFailSafe(of name: String, until end: Timestamp) { armedFailSafes[name] = end }
}

extension HealthFinding {
    fileprivate static func failSafe(of name: String, until end: Timestamp) -> HealthFinding {
        HealthFinding(
            "matter.failSafe", severity: .notice,
            message: "“\(name)” undoes an interrupted commissioning by itself, at the latest at \(end).",
            remedy:
                "Wait until then; it accepts no other commissioning before. Then commission it again, if it is missing.",
            values: ["name": .text(name), "time": .text(end.rfc3339)])
    }

    fileprivate static func unreadableRecords(_ ids: [String]) -> HealthFinding {
        HealthFinding(
            "matter.unreadableRecord", severity: .warning,
            message:
                "The stored records of \(ids.count == 1 ? "1 node" : "\(ids.count) nodes") cannot be read, so that the "
                + "gateway does not connect to them: \(ids.sorted().prefix(5).joined(separator: ", ")).",
            remedy:
                "Restore a backup. Or share the devices from another app that has them, or reset them, and commission them "
                + "again.",
            values: ["count": .number(ids.count)])
    }
}
