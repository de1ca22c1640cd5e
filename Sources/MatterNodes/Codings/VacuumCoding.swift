import HomeModel
import MatterProtocol

/// What a robot vacuum does. *RvcOperationalState* reports it; cleaning starts with a run mode.
struct VacuumCoding: ValueCoding {
    let state: AttributePath
    /// The states of a maker, and those of the specification.
    let words: [NumberedWord]
    let commands: Set<UInt32>
    /// The cluster with the run modes, and the modes for cleaning and for doing nothing.
    let runMode: AttributePath?
    let cleaningMode: UInt64?
    let idleMode: UInt64?

    private enum Command {
        static let pause: UInt32 = 0x00
        static let resume: UInt32 = 0x03
        static let goHome: UInt32 = 0x80
        static let changeToMode: UInt32 = 0x00
    }

    static let known = [
        NumberedWord(0, word: "stopped"), NumberedWord(1, word: "cleaning"), NumberedWord(2, word: "paused"),
        NumberedWord(3, word: "error"), NumberedWord(0x40, word: "returning"), NumberedWord(0x41, word: "docked"),
        NumberedWord(0x42, word: "docked"), NumberedWord(0x43, word: "docked"), NumberedWord(0x44, word: "docked"),
        NumberedWord(0x45, word: "docked"), NumberedWord(0x46, word: "updating-map"),
    ]

    var reported: [AttributePath] { [state] }
    var isCommanded: Bool { !commands.isEmpty || runMode != nil && (cleaningMode != nil || idleMode != nil) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let number = values.whole(at: state) else { return nil }
        return words.first { $0.number == number }.map { .text($0.word) }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        let others = [runMode].compactMap(\.self)
        switch value {
        case .text("cleaning"):
            let isPaused = values.whole(at: state) == 2 || runMode == nil || cleaningMode == nil
            if isPaused, commands.contains(Command.resume) {
                return CommandDraft([operation(Command.resume)], others: others)
            }
            return CommandDraft([try change(to: cleaningMode)], others: others)
        case .text("paused") where commands.contains(Command.pause):
            return CommandDraft([operation(Command.pause)], others: others)
        case .text("docked") where commands.contains(Command.goHome),
            .text("returning") where commands.contains(Command.goHome):
            return CommandDraft([operation(Command.goHome)], others: others)
        case .text("stopped"): return CommandDraft([try change(to: idleMode)], others: others)
        default: throw .valueNotAccepted
        }
    }

    private func operation(_ command: UInt32) -> NodeCommandStep {
        .invoke(command, of: state.cluster, endpoint: state.endpoint)
    }

    private func change(to mode: UInt64?) throws(NodeCommandError) -> NodeCommandStep {
        guard let mode, let runMode else { throw .valueNotAccepted }
        return .invoke(
            Command.changeToMode, of: runMode.cluster, endpoint: runMode.endpoint, fields: [0: .unsigned(mode)])
    }
}
