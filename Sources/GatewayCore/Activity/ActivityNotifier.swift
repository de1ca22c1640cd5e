import HomeModel
package import AuditTrail

/// Tells the readers of the live events that the activity has new entries, as soon as the audit log has them.
package struct ActivityNotifier: Sendable {
    private let audit: AuditLog
    private let feed: LiveFeed

    package init(audit: AuditLog, feed: LiveFeed) {
        self.audit = audit
        self.feed = feed
    }

    /// Follows the audit log until cancelled.
    package func run() async {
        for await entry in audit.newEntries {
            await feed.publish([
                .activityChanged(
                    .act(
                        person: entry.actingPerson, device: entry.commandedDevice, exported: entry.exportedPerson))
            ])
        }
    }
}

extension AuditEntry {
    /// The device of a command that was sent, or of its outcome; nil for other entries.
    fileprivate var commandedDevice: DeviceID? {
        guard event == .deviceControl && success || event == .deviceOutcome else { return nil }
        return target.flatMap { DeviceID($0) }
    }
}
