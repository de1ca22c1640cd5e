/// What is known of the battery of one part of a device.
package struct BatteryStatus: Hashable, Sendable {
    /// A level of so many percent or less is low.
    package static let lowLevel = 15.0

    package let device: DeviceID
    package let part: PartID
    /// In percent; nil while none is known, or for a device that reports only a warning.
    package let level: Double?
    /// Whether the device warns that the battery is nearly empty; nil when it reports no warning.
    package let isWarning: Bool?
    /// When the device last reported one of the two. Nil while it never did.
    package let reportedAt: Timestamp?
    /// False when the device reported it at `reportedAt` or at any moment before.
    package let isTimeKnown: Bool

    package init(
        device: DeviceID, part: PartID, level: Double?, isWarning: Bool?, reportedAt: Timestamp?,
        isTimeKnown: Bool = true
    ) {
        self.device = device
        self.part = part
        self.level = level
        self.isWarning = isWarning
        self.reportedAt = reportedAt
        self.isTimeKnown = isTimeKnown
    }

    /// Whether the battery should be changed. A device that warns is believed, whatever level it reports.
    package var isLow: Bool { isWarning ?? false || (level.map { $0 <= Self.lowLevel } ?? false) }

    /// Whether anything is known.
    package var isKnown: Bool { level != nil || isWarning != nil }
}

extension BatteryStatus: Comparable {
    /// The most urgent one first: low ones, then those of which nothing is known, then by level; those without a level
    /// last.
    package static func < (left: BatteryStatus, right: BatteryStatus) -> Bool {
        (left.rank, left.level ?? left.levelOfWarning, left.device, left.part)
            < (right.rank, right.level ?? right.levelOfWarning, right.device, right.part)
    }

    private var rank: Int { isLow ? 0 : isKnown ? 2 : 1 }

    /// A level to sort by for a battery with a warning only.
    private var levelOfWarning: Double { isWarning ?? false ? 0 : 101 }
}
