import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// What `tomte send` says when the gateway is gone before the outcome is known.
@Suite struct OpenSendingTests {
    private static let lost: [CommandFailure] = [
        .connectionLost, .noAnswer(within: .seconds(15)), .unreadableAnswer("it is not JSON."),
    ]
    private static let neverThere: [CommandFailure] = [
        .noGateway(.staleSocket("/run/tomte.sock")), .invalid("There is no such value."),
    ]

    private func sending(_ id: CommandID? = nil) -> OpenSending {
        OpenSending(device: DeviceID("blind"), title: "Blind", key: "k1", id: id)
    }

    @Test(arguments: lost.indices) func aCommandThatMayHaveArrivedIsFoundByItsKey(_ index: Int) {
        let failure = sending().failure(because: Self.lost[index])
        let text = failure.sentences.joined(separator: " ")
        #expect(failure.status == .unreachable)
        #expect(text.contains("may have been sent") && text.contains("--key k1"))
        #expect(text.contains("tomte commands list blind") && !text.contains("Try again"))
    }

    @Test(arguments: lost + neverThere) func aCommandThatTheGatewayHasIsFoundByItsID(_ cause: CommandFailure) {
        let text = sending(CommandID("c7")).failure(because: cause).sentences.joined(separator: " ")
        #expect(text.contains("tomte commands show c7") && text.contains("may have been sent"))
    }

    @Test(arguments: neverThere) func whatNeverReachedAGatewayIsSaidAsItIs(_ cause: CommandFailure) {
        let failure = sending().failure(because: cause)
        #expect(failure.sentences == cause.sentences && failure.status == cause.status)
    }

    @Test func anInterruptedWaitNamesTheCommand() {
        let known = CommandFailure.interrupted(sending(CommandID("c7")))
        #expect(known.status.rawValue == 130)
        #expect(known.sentences.joined(separator: " ").contains("c7 to Blind was sent; its outcome is open."))
        #expect(known.sentences.joined(separator: " ").contains("tomte commands show c7"))
        let unknown = CommandFailure.interrupted(sending()).sentences.joined(separator: " ")
        #expect(unknown.contains("may have been sent") && unknown.contains("tomte commands list blind"))
    }
}
