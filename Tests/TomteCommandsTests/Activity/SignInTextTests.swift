import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct SignInTextTests {
    /// Columns: the folded steps of a sign-in, and its description.
    @Test(
        arguments: [
            (nil, "connected a new phone or browser"), ([.code], "connected a new phone or browser"),
            ([.claim, .setPIN], "became the first owner, connected a new phone or browser, set a PIN"),
            ([.open, .code, .grant], "used an invitation, connected a new phone or browser, got 1 grant"),
            (
                [.grant, .grant, .setPIN],
                "used an invitation, connected a new phone or browser, got 2 grants, set a PIN"
            ),
        ] as [([SignInStep]?, String)])
    func signInNamesItsSteps(_ steps: [SignInStep]?, text: String) {
        let act = ActivityActBody(event: .pairingSuccess, status: .done, steps: steps, metadata: ["act": "paired"])
        #expect(SignInText.text(act) == text)
    }

    @Test func otherActsAreNoSignIn() {
        let act = ActivityActBody(event: .pairingSuccess, status: .done, metadata: ["act": "approve"])
        #expect(SignInText.text(act) == nil)
    }
}
