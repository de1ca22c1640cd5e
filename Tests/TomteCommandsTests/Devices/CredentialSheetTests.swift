import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct CredentialSheetTests {
    private func advice(for devices: [String]) -> String {
        let credential = CredentialBody(
            root: DeviceID("fridge"), dialect: DeviceFamily(rawValue: "generic"), proof: .password, host: "tomte.local",
            addresses: [], port: 8884, certificateAuthority: "", steps: [], notes: [])
        return CredentialSheet(credential, files: nil, devices: devices).advice
    }

    @Test func newDeviceIsAdoptedNext() {
        #expect(advice(for: []).contains("adopt it"))
    }

    @Test func adoptedDeviceIsOfflineUntilItHasTheCredential() {
        let one = advice(for: ["Fridge"])
        #expect(one.hasPrefix("Fridge is offline until") && one.contains("It stays adopted"))
        #expect(!one.contains("adopt it"))
        #expect(advice(for: ["Lamp", "Plug"]).hasPrefix("2 devices are offline until"))
    }
}
