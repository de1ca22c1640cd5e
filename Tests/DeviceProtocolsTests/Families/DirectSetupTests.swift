import Foundation
import HomeModel
import Testing

@testable import DeviceProtocols

/// What the families send to a device, and what they accept from it.
@Suite struct DirectSetupTests {
    private static let target = SetupTarget(address: IPv4Address(rawValue: 0xC0A8_0732))
    private static let fingerprint = (0..<20).map { UInt8($0) }

    private func credential(pemLines: Int = 20) -> SetupCredential {
        let body = (0..<pemLines).map { _ in String(repeating: "A", count: 64) }.joined(separator: "\n")
        return SetupCredential(
            root: DeviceID("porch"), mac: nil, host: "tomte.local", addresses: ["192.168.7.1", "10.0.0.1"], port: 8884,
            authorityPEM: "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n",
            key: .password(Secret("s3cret"), keyFingerprint: Self.fingerprint))
    }

    private func text(_ request: DeviceRequest) -> String {
        (request.path.exposedText.removingPercentEncoding ?? "") + (request.body?.exposedText ?? "")
    }

    @Test(arguments: DeviceFamilies.directlyConfigurable.map { $0.name.rawValue })
    func everyShownSettingIsSent(family: String) throws {
        let setup = try #require(DeviceFamilies.definition(of: DeviceFamily(rawValue: family))?.directSetup)
        let sent = setup.requests(for: credential()).map(text).joined(separator: "\n")
        let shown = setup.settings(for: credential().endpoint)
        #expect(shown.count { $0.value == .password } == 1)
        #expect(sent.contains("s3cret") && sent.contains("192.168.7.1"))
        for setting in shown {
            #expect(sent.contains(setting.name), "\(setting.name)")
            if case .text(let value) = setting.value { #expect(sent.contains(value), "\(setting.name)") }
        }
    }

    @Test(arguments: DeviceFamilies.directlyConfigurable.map { $0.name.rawValue })
    func requestIsNotPrinted(family: String) throws {
        let setup = try #require(DeviceFamilies.definition(of: DeviceFamily(rawValue: family))?.directSetup)
        for request in setup.requests(for: credential()) {
            var dumped = ""
            dump(request, to: &dumped)
            #expect(!"\(request) \(dumped)".contains("s3cret"))
        }
    }

    @Test(arguments: DeviceFamilies.directlyConfigurable.map { $0.name.rawValue })
    func credentialWithACertificateIsNotSent(family: String) throws {
        let setup = try #require(DeviceFamilies.definition(of: DeviceFamily(rawValue: family))?.directSetup)
        let certificate = SetupCredential(
            root: DeviceID("porch"), mac: nil, host: "tomte.local", addresses: [], port: 8883, authorityPEM: "CA",
            key: .certificate(certificatePEM: "C", privateKeyPEM: Secret("K")))
        #expect(setup.requests(for: certificate).isEmpty)
    }

    @Test func authorityArrivesInPiecesThatAreTheWholeFile() throws {
        let credential = credential()
        let requests = ShellySetup.requests(for: credential)
        let frames = try requests.compactMap(\.body).map { try JSONValue(parsing: $0.exposed()) }
        let uploads = frames.filter { $0["method"]?.text == "Shelly.PutUserCA" }
        #expect(uploads.count > 2)
        #expect(
            uploads.map { $0[path: ["params", "append"]]?.boolean } == [false] + uploads.dropFirst().map { _ in true })
        #expect(uploads.compactMap { $0[path: ["params", "data"]]?.text }.joined() == credential.authorityPEM)
        #expect(requests.last?.effect == .restart)
        #expect(frames.firstIndex { $0["method"]?.text == "Mqtt.SetConfig" } == uploads.count)
    }

    @Test(
        arguments: [
            ("shellyplus1-a8032ab12345", "shelly", "a8032ab12345"),
            ("ShellyPlus1-A8032AB12345", "shelly", "a8032ab12345"),
            ("tasmota-1B2C3D-1234", "tasmota", "1b2c3d"), ("shelly1-a8032a", nil, nil), ("Printer", nil, nil),
            ("shelly-", nil, nil), ("tasmota-xyzxyz-1", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func announcedNameIdentifiesTheFamily(name: String, family: String?, suffix: String?) {
        let found = DeviceFamilies.announced(as: name)
        #expect(found?.family.name.rawValue == family && found?.macSuffix == suffix)
    }

    @Test func tasmotaWithoutTLSOrWithAPasswordIsRefused() throws {
        let network: JSONValue = ["StatusNET": ["Hostname": "tasmota-1B2C3D-1234", "Mac": "A4:CF:12:1B:2C:3D"]]
        let pinned: JSONValue = ["MqttFingerprint1": "DA 39"]
        let identity = try TasmotaSetup.identity(in: [network, [:], pinned], from: Self.target)
        #expect(identity.mac == MACAddress("A4CF121B2C3D"))
        for (responses, code) in [
            ([network, [:], ["Command": "Unknown"]], "unsupported"),
            ([["WARNING": "Need user"], [:], pinned], "passwordProtected"),
            ([[:], [:], pinned], "notRecognised"), ([network], "notRecognised"),
        ] as [([JSONValue], String)] {
            #expect { _ = try TasmotaSetup.identity(in: responses, from: Self.target) } throws: {
                ($0 as? SetupFailure)?.code == code
            }
        }
    }

    @Test(arguments: [
        ("192.168.1.20", true), ("0.0.0.0", true), ("255.255.255.255", true), ("256.1.1.1", false), ("1.2.3", false),
        ("1.2.3.4.5", false), ("01.2.3.4", false), ("0x7f.0.0.1", false), ("1.2.3.4 ", false), ("", false),
        ("１.2.3.4", false), ("2130706433", false), ("127.1", false),
    ])
    func onlyFourPlainNumbersAreAnAddress(text: String, isValid: Bool) {
        #expect((IPv4Address(text) != nil) == isValid)
        if isValid { #expect(IPv4Address(text)?.description == text) }
    }

    @Test(arguments: [
        ("192.168.7.1", "255.255.255.0", "192.168.7.50", true), ("192.168.7.1", "255.255.255.0", "192.168.8.50", false),
        ("192.168.7.1", "255.255.255.0", "192.168.7.0", false),
        ("192.168.7.1", "255.255.255.0", "192.168.7.255", false),
        ("10.0.0.1", "255.255.255.255", "10.0.0.1", false), ("10.0.0.1", "255.255.255.252", "10.0.0.2", true),
    ])
    func subnetContainsItsHosts(own: String, mask: String, address: String, isContained: Bool) throws {
        let (gateway, ones) = (try #require(IPv4Address(own)), try #require(IPv4Address(mask)))
        let (subnet, host) = (try #require(IPv4Subnet(own: gateway, mask: ones)), try #require(IPv4Address(address)))
        #expect(subnet.contains(host) == isContained)
    }

    @Test func maskWithHolesIsRefused() throws {
        let (own, mask) = (try #require(IPv4Address("10.0.0.1")), try #require(IPv4Address("255.0.255.0")))
        #expect(IPv4Subnet(own: own, mask: mask) == nil)
    }
}
