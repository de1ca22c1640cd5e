import HomeModel

extension PendingCommands {
    struct Entry {
        let id: CommandID
        /// Grows in the order of sending, over all series.
        var number = 0
        /// Whose report shows it, and which.
        let series: SeriesID
        let value: CapabilityValue
        let target: CommandProof.Target
        let goals: CommandProof.Goals
        let isOrdered: Bool
        /// False where a report may only show what a bridge assumes.
        let reportsCount: Bool
        /// Whether the device was asked for its state because of this command.
        var wasAsked = false
        /// How many reports of each wanted value a bridge may have made up since this command was sent: one for each command
        /// that wanted it.
        var assumptions: [SeriesID: Int] = [:]
        /// How many reports of each wanted value came since this command was sent.
        var matches: [SeriesID: Int] = [:]
        /// Whether the device itself accepted this command after it was sent.
        var isAcknowledged = false
        /// Whether the device said since it was sent that it goes for this value, if only for an older command.
        var hasTarget = false
        /// Whether the report that proved it shows that the device has executed it.
        var isExecuted = false
        /// Whether the device has answered for good, so that it does nothing more for this command.
        var isSettled = false
        /// Whether a newer command of the series, or one that excludes this one, was sent meanwhile.
        var isOvertaken = false
        /// Whether a report fitted that did not count.
        var hasUnprovenReport = false
        /// What else the device must report.
        var companions: [SeriesID: CapabilityValue] = [:]
        /// Those of `companions` that hold now.
        var met: Set<SeriesID> = []
        /// The value that the device reported, while `companions` are waited for, or the end of its movement.
        var proven: CapabilityValue?
        var travel: CommandProof.Travel?
        /// What the device reported last of the series since this command was sent.
        var place: CapabilityValue?
        /// Whether the device said since then that its part moves, while no older command could be the reason.
        var hasMoved = false
        /// Whether the device said last that its part stands.
        var isStanding = false
        /// Whether a stop was done since.
        var isHalted = false
        /// Whether a newer command may have moved the part since.
        var hasNewerTravel = false
        /// Uptime from which on the device does not execute the command any more.
        var expires: Duration
        /// Nil for a command that has ended and that the device may still execute.
        var answers: AsyncStream<Answer>.Continuation?
        /// The first answer that ends the command: its sender may not have taken it from `answers` yet.
        private(set) var conclusion: Answer?

        mutating func tell(_ answer: Answer) {
            if conclusion == nil, answer.isFinal { conclusion = answer }
            answers?.yield(answer)
        }

        /// What the reports show together that prove it.
        var shown: [SeriesID: CapabilityValue] { companions.merging([series: value]) { $1 } }

        /// Whether a report that shows what `series` is to be may only be what its bridge assumes. Callers have not counted
        /// the report yet.
        func mayBeAssumed(_ series: SeriesID) -> Bool {
            !reportsCount && (!wasAsked || matches[series, default: 0] < assumptions[series, default: 1])
        }

        /// Whether it goes for a place that its part may also come by.
        var isBetweenEnds: Bool {
            guard travel != nil, case .number(let goal) = value else { return false }
            return goal > 0 && goal < 100
        }

        /// Whether `place` is as near to one between the ends as the motor of a part stops that tells its movement.
        func isNear(_ place: CapabilityValue) -> Bool {
            guard isBetweenEnds, travel?.movements.isEmpty == false,
                case (.number(let goal), .number(let now)) = (value, place)
            else { return false }
            return abs(goal - now) <= PendingCommands.motorTolerance
        }

        /// Whether it may still be executed and undoes `newer`.
        func bars(_ newer: Entry) -> Bool { !isSettled && goals.undo(newer.goals) }
    }

    /// The part of a device: its commands are executed in the order in which they were sent.
    struct PartKey: Hashable, Sendable {
        let device: DeviceID
        let part: PartID

        init(_ series: SeriesID) { (device, part) = (series.device, series.part) }
    }

    /// What a device said about one command.
    enum Answer: Sendable {
        /// The device accepted the command.
        case acknowledged
        /// A report fits that may be a repetition from before.
        case unproven
        /// No older command stands in the way of a proof any more: the device can be asked.
        case provable
        /// Its bridge reports the value, and may only assume it.
        case assumed
        /// The device says that it goes for another value. From the uptime `certainFrom` on it does not execute this command
        /// any more.
        case declined(CapabilityValue, wasAccepted: Bool, certainFrom: Duration)
        /// The device's bridge does not know whether the command reached it.
        case unanswered(String)
        case confirmed(CapabilityValue)
        /// The device did what a newer command says, which excludes this one.
        case overtaken
        case failed(String)
        /// The device is on its way to the value. `isUntilStopped` says that it will tell when it no longer is.
        case travelling(isUntilStopped: Bool)
        /// The device says that its part does not move. From the uptime `certainFrom` on it does not begin to.
        case standing(certainFrom: Duration)
        /// It has the value, and its part stands; unless it is about to say that it stands elsewhere.
        case arrived
        /// A newer command has stopped it.
        case halted

        var isFinal: Bool {
            switch self {
            case .confirmed, .overtaken, .failed: true
            default: false
            }
        }
    }
}
