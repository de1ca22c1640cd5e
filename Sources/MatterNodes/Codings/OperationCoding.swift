import HomeModel
import MatterProtocol

/// What an appliance does. It starts, or goes on if it was paused.
struct OperationCoding: ValueCoding {
    let state: AttributePath
    /// The states that the appliance reports.
    let words: [NumberedWord]
    /// The commands that it accepts.
    let commands: Set<UInt32>
    let completion: EventPath?

    private enum Command {
        static let pause: UInt32 = 0x00
        static let stop: UInt32 = 0x01
        static let start: UInt32 = 0x02
        static let resume: UInt32 = 0x03
    }

    static let known = [
        NumberedWord(0, word: "stopped"), NumberedWord(1, word: "running"), NumberedWord(2, word: "paused"),
        NumberedWord(3, word: "error"),
    ]
    static let finished = "finished"

    var reported: [AttributePath] { [state] }
    var events: [EventPath] { [completion].compactMap(\.self) }
    var isCommanded: Bool { !commands.isEmpty }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let number = values.whole(at: state) else { return nil }
        return words.first { $0.number == number }.map { .text($0.word) }
    }

    func value(of event: NodeEvent) -> CapabilityValue? {
        // An operation that ended with an error has not finished.
        event.path == completion && event.data[0]?.unsigned == 0 ? .text(Self.finished) : nil
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        let command: UInt32
        switch value {
        case .text("running"):
            let isPaused = values.whole(at: state) == 2 || !commands.contains(Command.start)
            command = isPaused && commands.contains(Command.resume) ? Command.resume : Command.start
        case .text("paused"): command = Command.pause
        case .text("stopped"): command = Command.stop
        default: throw .valueNotAccepted
        }
        guard commands.contains(command) else { throw .valueNotAccepted }
        return CommandDraft([.invoke(command, of: state.cluster, endpoint: state.endpoint)])
    }
}
