import Foundation
import HomeCertificates
import Testing

@testable import MosquittoBroker

@Suite struct ConfigurationTests {
    private let settings = BrokerSettings(folder: "/nowhere", port: 8883)

    @Test func onlyListenerRequiresTLS13AndCertificates() throws {
        let lines = try BrokerConfiguration(settings, user: nil).text.split(separator: "\n").filter {
            !$0.hasPrefix("#")
        }
        #expect(lines.filter { $0.hasPrefix("listener ") } == ["listener 8883"])
        #expect(!lines.contains { $0.hasPrefix("port ") || $0.hasPrefix("user ") })
        for line in [
            "allow_anonymous false", "per_listener_settings false", "tls_version tlsv1.3", "require_certificate true",
            "use_identity_as_username true", "use_username_as_clientid true", "set_tcp_nodelay true",
            "queue_qos0_messages true", "autosave_interval 15",
        ] {
            #expect(lines.contains(Substring(line)))
        }
    }

    @Test func everySettingHasAReason() throws {
        let configuration = try BrokerConfiguration(settings, user: "mosquitto")
        #expect(configuration.settings.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains("\n") })
    }

    @Test(arguments: ["0.0.0.0\nallow_anonymous true", "localhost", "", "1.2.3", "::g"])
    func invalidBindAddressIsRefused(address: String) {
        var settings = settings
        settings.bindAddress = address
        #expect(throws: BrokerError.badBindAddress(address)) { try BrokerConfiguration(settings, user: nil) }
    }

    @Test(arguments: ["0.0.0.0", "127.0.0.1", "::", "fd00::7"])
    func bindAddressIsWrittenToTheListener(address: String) throws {
        var settings = settings
        settings.bindAddress = address
        #expect(try BrokerConfiguration(settings, user: nil).text.contains("\nlistener 8883 \(address)\n"))
    }

    @Test func hugeOutageBudgetIsCappedWithoutOverflow() {
        let outage = OutageBudget(hours: .max, messagesPerSecond: .max, payloadBytes: .max)
        #expect(outage.queuedMessages == Int(Int32.max) && outage.queuedBytes == Int(Int32.max))
        #expect(outage.memoryBytes > outage.queuedBytes)
    }

    @Test func changedSettingChangesTheDigest() throws {
        var other = settings
        other.saveWindowSeconds = 60
        let digest = try BrokerConfiguration(settings, user: nil).digest
        #expect(try digest == BrokerConfiguration(settings, user: nil).digest)
        #expect(try digest != BrokerConfiguration(other, user: nil).digest)
    }

    @Test func devicesMayUseTheirOwnRootAndLanesMayUseAllDevices() throws {
        let access = try BrokerAccessRules(
            clients: [
                BrokerClient(id: CredentialID("b"), announcementTopics: ["tasmota/discovery/A4CF12001B2C"]),
                BrokerClient(id: CredentialID("a")),
            ],
            discoveryTrees: ["tasmota/discovery"])
        #expect(
            access.text == """
                user tomte-telemetry
                topic read a/#
                topic read b/#

                user tomte-control
                topic read $SYS/broker/publish/messages/dropped
                topic read $SYS/broker/heap/current
                topic readwrite tasmota/discovery/#
                topic readwrite a/#
                topic readwrite b/#

                user tomte-probe
                topic readwrite tomte-probe/#

                user tomte-witness
                topic readwrite #

                user tomte-cleaner
                topic readwrite #

                user a
                topic readwrite a/#

                user b
                topic readwrite b/#
                topic write tasmota/discovery/A4CF12001B2C/#

                """)
    }
}
