import MatterProtocol
import MatterTransport
import Testing

@testable import MatterLink

@Suite struct NodeFailureTests {
    /// After how long a node wants to be asked again, for each way in which it says so.
    private static let waits: [(NodeFailure, Duration?)] = [
        (.establishment(.peerBusy(wait: .seconds(3))), .seconds(3)),
        (.reported(.busy(wait: .milliseconds(500))), .milliseconds(500)),
        (.refused(InteractionOutcome(.busy)), .zero), (.refused(InteractionOutcome(.failure)), nil),
        (.reported(.closeSession), nil), (.establishment(.noSharedTrustRoots), nil), (.unreachable, nil),
        (.timedOut, nil),
    ]

    @Test(arguments: 0..<8) func onlyABusyNodeAsksForAWait(number: Int) {
        let (failure, wait) = Self.waits[number]
        #expect(failure.busyWait == wait)
    }
}
