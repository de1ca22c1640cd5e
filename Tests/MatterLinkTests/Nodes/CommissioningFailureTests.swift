import GatewayCore
import HomeModel
import MatterProtocol
import MatterTransport
import Testing

@testable import MatterLink

@Suite struct CommissioningFailureTests {
    /// Each failure with what a person reads.
    private static let sentences: [(CommissioningFailure, DevicePairingObstacle, String)] = [
        (.refused(.addCertificate, code: 9), .deviceRefused, "belongs to this home already"),
        (.refused(.addCertificate, code: 3), .deviceRefused, "code 3"),
        (.refused(.armFailSafe, code: 4), .deviceBusy, "Another controller"),
        (.tooManyFabrics, .tooManyControllers, "as many homes as it can"),
    ]

    @Test(arguments: 0..<4) func failureSaysWhatToDo(number: Int) {
        let (failure, obstacle, words) = Self.sentences[number]
        guard case .blocked(let found, let reason) = DevicePairingFailure(failure) else {
            return #expect(Bool(false), "\(failure)")
        }
        #expect(found == obstacle && reason.contains(words))
    }
}
