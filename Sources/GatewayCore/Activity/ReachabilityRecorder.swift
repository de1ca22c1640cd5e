package import HomeModel
package import TimeSeriesStore
package import Logging

/// Stores when devices went offline and came back, for the activity.
///
/// Only a change from what is stored is stored, so a restart of the gateway, after which every device reports itself
/// again, adds nothing.
package actor ReachabilityRecorder {
    /// The number of changes of one device that are stored per hour. A device that connects and disconnects all the
    /// time must not fill the database; its last state follows with the next change that is stored.
    static let maximumPerHour = 30

    private let store: ReadingStore
    private let logger: Logger
    private var last: [DeviceID: Bool]
    /// The hour of the last changes of each device, and their number.
    private var recent: [DeviceID: (hour: Timestamp, count: Int)] = [:]

    /// `last` is what was stored last of each device.
    package init(store: ReadingStore, last: [DeviceID: Bool], logger: Logger) {
        self.store = store
        self.last = last
        self.logger = logger
    }

    /// Stores the availability if it is a change, and returns whether it was one. A device of which nothing is stored
    /// counts as reachable. A change that cannot be stored is logged and not repeated: the activity then lacks it.
    func record(_ availability: Availability, of device: DeviceID, at now: Timestamp) async -> Bool {
        guard let isReachable = availability.provesReachable, isReachable != last[device] ?? true,
            isWithinLimit(device, at: now)
        else { return false }
        last[device] = isReachable
        do throws(StorageError) {
            try await store.add(ReachabilityChange(device: device, time: now, isReachable: isReachable))
            return true
        } catch {
            logger.error(
                "the availability of a device could not be stored",
                metadata: [LogKey.deviceID: "\(device)", LogKey.errorCode: "\(error)"])
            return false
        }
    }

    private func isWithinLimit(_ device: DeviceID, at now: Timestamp) -> Bool {
        let hour = now.startOfHour
        let count = recent[device].flatMap { $0.hour == hour ? $0.count : nil } ?? 0
        recent[device] = (hour, count + 1)
        return count < Self.maximumPerHour
    }
}
