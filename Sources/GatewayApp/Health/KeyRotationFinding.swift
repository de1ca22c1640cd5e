import GatewayCore
import HomeModel

extension KeyRotationPlan {
    /// In the last days of the overlap, what is not done yet is a warning.
    private static let lastDays = Duration.days(3)

    func findings(at now: Timestamp) -> [HealthFinding] { [finding(at: now), cutOff].compactMap(\.self) }

    /// The finding about devices that the end of a rotation cut off, until they have connected with a new certificate or are
    /// removed. A bridge and the devices behind it are one connection. It has no names, because a device may be hidden from
    /// a person who sees the health.
    private var cutOff: HealthFinding? {
        let count = items.count { $0.isCutOff == true }
        guard count > 0 else { return nil }
        return HealthFinding(
            "certificates.cutOff", severity: .warning,
            message: count == 1
                ? "1 connection is cut off until its device connects with a new certificate."
                : "\(count) connections are cut off until their devices connect with new certificates.",
            remedy: "tomte incident keys says which, and how to set each up again. Remove what is gone.",
            values: ["count": .number(count)])
    }

    /// The finding while the new keys and the old ones both count; nil without a rotation.
    func finding(at now: Timestamp) -> HealthFinding? {
        guard let overlap else { return nil }
        let (all, date) = (followed, String(overlap.endsAt.rfc3339.prefix(10)))
        let done = all.count { $0.isDone }
        guard !all.isEmpty else {
            return HealthFinding(
                "certificates.newKeys", severity: .notice,
                message: "New keys exist. The old ones count until \(date).", remedy: "tomte incident keys",
                values: ["to": .text(overlap.endsAt.rfc3339)])
        }
        let isUrgent = done < all.count && overlap.endsAt - now < Self.lastDays
        return HealthFinding(
            "certificates.rotation", severity: isUrgent ? .warning : .notice,
            message: "New keys in use: \(done) of \(all.count) connections. The old keys count until \(date).",
            remedy: done == all.count
                ? "The old keys end by themselves. tomte incident keys shows the plan."
                : "tomte incident keys lists what is left to do. A device that must be set up again and has not been cannot "
                    + "connect after that.",
            values: [
                "done": .number(done), "count": .number(all.count), "to": .text(overlap.endsAt.rfc3339),
            ])
    }
}
