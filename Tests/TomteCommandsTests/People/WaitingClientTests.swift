import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct WaitingClientTests {
    @Test func listOfInvitationsSaysHowToApproveAClientThatWaits() {
        let pairing = PairingBody(
            id: "7k2mq4tz", person: PersonID("anna"), clientName: "Annas phone", thumbprint: "AB12 CD34",
            isApproved: false)
        let text = PeopleInvitations.text(of: pairing)
        #expect(text.contains("“Annas phone” of anna") && text.contains("AB12 CD34"))
        #expect(text.hasSuffix("tomte people approve 7k2mq4tz"))
    }
}
