import GatewayWire
import HomeModel
import Testing
import TomteClient
@testable import TomteCommands

/// Tests the messages of `tomte send` when the connection to the gateway ends before the outcome is known.
@Suite struct UnresolvedCommandTests {
    private static let failuresAfterSending: [CLIError] = [
        .connectionLost, .noAnswer(within: .seconds(15)), .unreadableAnswer("it is not JSON."),
    ]
    private static let failuresBeforeSending: [CLIError] = [
        .noGateway(.staleSocket("/run/tomte.sock")), .invalid("There is no such value."),
    ]

    private func command(_ id: CommandID? = nil) -> UnresolvedCommand {
        UnresolvedCommand(device: DeviceID("blind"), title: "Blind", key: "k1", id: id)
    }

    @Test(arguments: failuresAfterSending.indices) func messageAboutALostAnswerNamesTheKey(_ index: Int) {
        let failure = command().failure(because: Self.failuresAfterSending[index])
        let text = failure.sentences.joined(separator: " ")
        #expect(failure.status == .unreachable)
        #expect(text.contains("may have been sent") && text.contains("--key k1"))
        #expect(text.contains("tomte commands list blind") && !text.contains("Try again"))
    }

    @Test(arguments: failuresAfterSending + failuresBeforeSending)
    func messageAboutAKnownCommandNamesItsID(_ cause: CLIError) {
        let text = command(CommandID("c7")).failure(because: cause).sentences.joined(separator: " ")
        #expect(text.contains("tomte commands show c7") && text.contains("may have been sent"))
    }

    @Test(arguments: failuresBeforeSending) func failureBeforeSendingIsReportedUnchanged(_ cause: CLIError) {
        let failure = command().failure(because: cause)
        #expect(failure.sentences == cause.sentences && failure.status == cause.status)
    }

    @Test func messageAboutAnInterruptedWaitNamesTheCommand() {
        let known = CLIError.interrupted(command(CommandID("c7")))
        #expect(known.status.rawValue == 130)
        #expect(known.sentences.joined(separator: " ").contains("c7 to Blind was sent; its outcome is not known yet."))
        #expect(known.sentences.joined(separator: " ").contains("tomte commands show c7"))
        let unknown = CLIError.interrupted(command()).sentences.joined(separator: " ")
        #expect(unknown.contains("may have been sent") && unknown.contains("tomte commands list blind"))
    }
}

@Suite struct OutcomeTextTests {
    @Test(arguments: CommandOutcome.allCases.map(Optional.some) + [nil])
    func everyOutcomeIsASentenceThatNamesTheDevice(outcome: CommandOutcome?) throws {
        let device = DeviceBody(
            id: DeviceID("lamp" as StaticString), name: "Hall lamp", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil, parts: [])
        let target = try CommandTarget(#require(DeviceArgument(argument: "lamp")), text: "switch", in: device)
        let record = CommandRecordBody(
            id: CommandID("c" as StaticString), device: device.id, part: .main, capability: CapabilityName(.switch),
            value: .boolean(true), receivedAt: Timestamp(milliseconds: 0), deadlineSeconds: 10,
            stage: outcome == nil ? "dispatched" : "ended", outcome: outcome,
            detail: outcome == .failed ? "The lamp is broken." : nil, reported: nil)
        let sentence = OutcomeText(record, target: target, took: .milliseconds(12)).sentence
        #expect(sentence.hasPrefix("Hall lamp: switch"))
        #expect(sentence.hasSuffix("."))
        #expect(outcome != .failed || sentence.hasSuffix("The lamp is broken. Its command id is c."))
        // The record has no reported value, so the sentence names the value of the command.
        #expect(outcome != .confirmed || sentence == "Hall lamp: switch on was done (confirmed in 12 ms).")
    }
}
