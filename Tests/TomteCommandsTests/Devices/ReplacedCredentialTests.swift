import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct ReplacedCredentialTests {
    @Test(
        arguments: [
            ([], "A device that uses it is offline"), (["Front door"], "Front door is offline"),
            (["Hall", "Office"], "2 devices are offline"),
        ] as [([String], String)])
    func questionNamesWhatIsCutOff(devices: [String], words: String) {
        let present = ListedCredentialBody(
            root: DeviceID("front-door"), devices: devices, dialect: nil, proof: .certificate, mac: nil, issuedAt: nil,
            expiresAt: nil, isEnding: false)
        let question = DevicesProvision.question(about: present).plain
        #expect(question.hasPrefix("Replace the credential of front-door? \(words)"))
    }
}
