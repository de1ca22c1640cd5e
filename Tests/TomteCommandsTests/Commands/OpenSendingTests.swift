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
}
