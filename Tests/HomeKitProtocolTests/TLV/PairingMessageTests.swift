import Testing

@testable import HomeKitProtocol

struct PairingMessageTests {
    private func failure(_ bytes: [UInt8], state: UInt64) -> PairingFailure? {
        do throws(PairingFailure) {
            try PairingMessage(decoding: bytes).check(state: state)
            return nil
        } catch {
            return error
        }
    }

    @Test func errorIsReadBeforeTheState() {
        #expect(failure([6, 1, 2, 7, 1, 6], state: 4) == .refused(.unavailable, retryDelay: nil))
        #expect(failure([7, 1, 2], state: 4) == .refused(.authentication, retryDelay: nil))
        #expect(failure([6, 1, 2, 7, 1, 3, 8, 2, 0x2C, 1], state: 2) == .refused(.backoff, retryDelay: 300))
        #expect(failure([7, 0], state: 2) == .refused(.other(0), retryDelay: nil))
    }

    @Test func stateMayBeMissingButNotWrong() {
        #expect(failure([4, 1, 0], state: 4) == nil)
        #expect(failure([6, 1, 3], state: 4) == .unexpectedState(3))
        #expect(failure([6, 0], state: 4) == .invalid(.state))
        #expect(failure([6, 4, 4, 0, 0, 0], state: 4) == nil)
        #expect(failure([6], state: 4) == .malformed(.truncated))
    }

    /// A bridge was seen to send the states 6 and 5 in one message.
    @Test func firstItemOfATypeCounts() {
        #expect(failure([6, 1, 6, 6, 1, 5], state: 6) == nil)
    }

    @Test func errorCodesKeepTheirNumber() {
        for code in UInt8.min ... .max { #expect(PairingErrorCode(rawValue: code).rawValue == code) }
    }

    @Test func methodFollowsTheFeatureFlags() {
        #expect(PairingMethod.pairSetup(featureFlags: 0) == .pairSetup)
        #expect(PairingMethod.pairSetup(featureFlags: 1) == .pairSetupWithAuth)
        #expect(PairingMethod.pairSetup(featureFlags: 2) == .pairSetup)
        #expect(PairingMethod.pairSetup(featureFlags: 3) == .pairSetupWithAuth)
    }

    @Test func explanationsOfAuthenticationDependOnTheProcedure() {
        let texts = [PairingProcedure.setup, .verify, .pairings].map {
            PairingErrorCode.authentication.explanation(during: $0)
        }
        #expect(Set(texts).count == 3)
        #expect(PairingErrorCode.other(99).explanation(during: .setup).contains("99"))
    }
}
