package import HomeModel

/// A value of a capability that a device reported, and what becomes of it.
package struct CapabilityReport: Hashable, Sendable {
    package let series: SeriesID
    package let value: CapabilityValue
    /// Whether it is something that happened, such as a press.
    package let isEvent: Bool
    /// Whether it is another value than the last one.
    package let isChange: Bool
    /// Whether it is stored.
    package let isRecorded: Bool
    /// Whether it is shown as it arrives, and may confirm a command.
    package let isImmediate: Bool
    /// Whether it only tells commands that a part moves.
    package let isMovement: Bool

    package init(
        _ value: CapabilityValue, of capability: Capability, part: PartID, device: DeviceID, isEvent: Bool,
        isChange: Bool
    ) {
        series = SeriesID(device: device, part: part, capability: capability.name)
        self.value = value
        self.isEvent = isEvent
        self.isChange = isChange
        isRecorded = capability.kind.facts.recording != .none
        isImmediate = capability.isCommanded || !isRecorded
        isMovement = !isImmediate && (capability.kind == .movement || capability.kind == .garageDoor)
    }

    /// What is stored of the value; nil for one that is not recorded.
    package var content: TelemetryReport.Content? {
        guard isRecorded else { return nil }
        if isEvent { return .event(series, value: value) }
        if case .reading = series.capability.kind.facts.recording, case .number(let number) = value {
            return .reading(series, value: number)
        }
        return .change(series, value: value)
    }
}

extension LinkEventReceiver {
    /// Shows a report, and compares it with commands. Without `isProof`, it was made before the last command to the
    /// device, or may have been. A report that is not `isNews` was only read, and is shown if it is another value.
    package func receive(_ report: CapabilityReport, isProof: Bool, isNews: Bool) async {
        if report.isMovement {
            if isProof { await moved(report.series, value: report.value) }
        } else if report.isImmediate, report.isChange || isNews {
            if isProof {
                await state(report.series, value: report.value, isRetained: false)
            } else {
                await shown(report.series, value: report.value)
            }
        }
    }
}
