import Testing

@testable import HomeKitProtocol

struct ExplanationTests {
    @Test func everyFailureSaysWhatHappenedAndWhatToDo() {
        let codes: [PairingErrorCode] = [
            .unknown, .authentication, .backoff, .maxPeers, .maxTries, .unavailable, .busy, .other(9),
        ]
        let failures: [PairingFailure] =
            codes.map { .refused($0, retryDelay: nil) } + [
                .refused(.backoff, retryDelay: 7), .outOfOrder, .malformed(.truncated), .missing(.proof),
                .invalid(.state),
                .unexpectedState(3), .wrongAccessoryProof, .undecryptable(.encryptedData), .wrongSignature,
                .otherAccessory(identifier: "AA:BB:CC:DD:EE:FF"), .weakKey, .keyExchange(.illegalSalt), .cryptography,
            ]
        for failure in failures {
            let text = failure.explanation(during: .setup)
            #expect(text.hasSuffix(".") && text.split(separator: ". ").count >= 2, "\(failure)")
        }
    }

    @Test func everyRefusedCodeSaysWhereTheRightOneIs() {
        for error in [SetupCodeError.malformed, .trivial] { #expect(error.explanation.contains("label")) }
    }
}
