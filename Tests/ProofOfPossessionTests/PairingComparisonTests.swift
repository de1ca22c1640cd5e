import Foundation
import HomeModel
import Testing

@testable import ProofOfPossession

/// The digits that two people compare, and the commitment before them.
@Suite struct PairingComparisonTests {
    private static let key = KeyThumbprint("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" as StaticString)
    private static let gatewayKey = String(repeating: "c3", count: 32)

    private func digits(
        _ invitation: InvitationID = InvitationID("i"), client: PairingNonce, gateway: PairingNonce,
        key: KeyThumbprint = key, gatewayKey: String = gatewayKey
    ) -> String {
        PairingComparison.digits(
            invitation: invitation, client: client, gateway: gateway, key: key, gatewayKey: gatewayKey)
    }

    @Test func digitsDependOnEachValue() throws {
        let (client, gateway) = (PairingNonce.random(), PairingNonce.random())
        let other = KeyThumbprint("1ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" as StaticString)
        let own = digits(client: client, gateway: gateway)
        #expect(own == digits(client: client, gateway: gateway, gatewayKey: Self.gatewayKey.uppercased()))
        let changed = [
            digits(InvitationID("j"), client: client, gateway: gateway), digits(client: gateway, gateway: client),
            digits(client: client, gateway: .random()), digits(client: .random(), gateway: gateway),
            digits(client: client, gateway: gateway, key: other),
            digits(client: client, gateway: gateway, gatewayKey: String(repeating: "c4", count: 32)),
        ]
        // Each equals the others only by chance, one in a million.
        #expect(changed.count { $0 == own } <= 1)
    }

    @Test func digitsAreSixAndEvenlySpread() {
        var firsts: [Character: Int] = [:]
        let rounds = 5000
        for _ in 0..<rounds {
            let text = digits(client: .random(), gateway: .random())
            #expect(text.utf8.count == 6 && text.utf8.allSatisfy { (48...57).contains($0) })
            if let first = text.first { firsts[first, default: 0] += 1 }
        }
        #expect(firsts.count == 10 && firsts.values.allSatisfy { (350...650).contains($0) })
    }

    @Test func commitmentBindsNonceAndKey() {
        let nonce = PairingNonce.random()
        let commitment = PairingComparison.commitment(to: nonce, key: Self.key)
        #expect(KeyThumbprint(commitment) != nil)
        #expect(commitment != PairingComparison.commitment(to: .random(), key: Self.key))
    }

    @Test(arguments: ["", "b3BlbiBzZXNhbWUgMTYgYh", "b3BlbiBzZXNhbWUgMTYgYg==", "b3Blbg", "b3BlbiBzZXNhbWUgMTYgYg\n"])
    func otherSpellingsOfANonceAreRefused(text: String) {
        #expect(PairingNonce("b3BlbiBzZXNhbWUgMTYgYg") != nil)
        #expect(PairingNonce(text) == nil)
    }
}
