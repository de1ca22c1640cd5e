package import HomeModel

/// Commands that were sent and wait for their device. What the device says ends them, or their deadline does.
package actor PendingCommands {
    private struct Waiting {
        let series: SeriesID
        let value: CapabilityValue
        /// Whether a report shows what the device did, and not what its bridge assumes.
        var reportsCount: Bool
        let voice: AsyncStream<Answer>.Continuation
    }

    /// What a device said about one command.
    enum Answer: Sendable {
        case acknowledged
        /// Its bridge reports the value, and may only assume it.
        case assumed
        /// It says that it goes for another value.
        case declined(CapabilityValue)
        case confirmed(CapabilityValue)
        case failed(String)
    }

    private var waiting: [CommandID: Waiting] = [:]

    package init() {}

    /// Starts to listen for the device's answer; call it before the command is sent.
    func expect(_ id: CommandID, of series: SeriesID, _ expectation: Expectation) -> AsyncStream<Answer> {
        let (answers, voice) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingNewest(8))
        waiting[id] = Waiting(
            series: series, value: expectation.value, reportsCount: expectation.evidence == .report, voice: voice)
        return answers
    }

    func stopExpecting(_ id: CommandID) { waiting.removeValue(forKey: id)?.voice.finish() }

    /// Reports show from now on what the device did: it was asked.
    func provesByReports(_ id: CommandID) { waiting[id]?.reportsCount = true }

    /// The device took a command over.
    package func acknowledged(_ id: CommandID) { waiting[id]?.voice.yield(.acknowledged) }

    /// The device goes for a value (Homie `$target`, an RPC reply). Another one than ours is a no, but only where no
    /// other command can be meant.
    package func acknowledged(_ value: CapabilityValue, for series: SeriesID) {
        let concerned = waiting.values.filter { $0.series == series }
        for entry in concerned {
            if entry.value.isMet(by: value) {
                entry.voice.yield(.acknowledged)
            } else if concerned.count == 1 {
                entry.voice.yield(.declined(value))
            }
        }
    }

    /// The device reported its state.
    package func reported(_ value: CapabilityValue, for series: SeriesID) {
        for entry in waiting.values where entry.series == series && entry.value.isMet(by: value) {
            entry.voice.yield(entry.reportsCount ? .confirmed(value) : .assumed)
        }
    }

    /// The device said no.
    package func failed(_ id: CommandID, _ reason: String) { waiting[id]?.voice.yield(.failed(reason)) }

    /// The device said no to something among what `concerns` it; that is known only where nothing else can be meant.
    package func failed(_ reason: String, concerning concerns: (SeriesID) -> Bool) {
        let concerned = waiting.values.filter { concerns($0.series) }
        guard concerned.count == 1 else { return }
        concerned.first?.voice.yield(.failed(reason))
    }
}

extension CapabilityValue {
    /// Whether a report of `other` shows this value: equal, and numbers to within rounding.
    func isMet(by other: CapabilityValue) -> Bool {
        switch (self, other) {
        case (.number(let wanted), .number(let actual)): abs(wanted - actual) <= max(1e-6, abs(wanted) * 1e-6)
        case (.color(let hue, let saturation), .color(let otherHue, let otherSaturation)):
            abs(hue - otherHue) <= 1 && abs(saturation - otherSaturation) <= 1
        default: self == other
        }
    }
}
