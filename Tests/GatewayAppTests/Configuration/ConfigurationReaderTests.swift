import Attachments
import Foundation
@testable import GatewayApp
import MosquittoBroker
import Testing
import YAMLFields
import Yams

@Suite struct ConfigurationReaderTests {
    private func problems(_ yaml: String) -> [FieldError] {
        do throws(ConfigurationError) {
            _ = try ConfigurationReader.read(yaml: yaml, file: "tomte.yaml")
            return []
        } catch {
            return error.problems
        }
    }

    @Test(arguments: ["", "\n", "# nothing\n", "home:\n", "mqtt: {}\n", "home: { name: }\n", "home: { name: ~ }\n"])
    func missingSettingsKeepTheirDefaults(yaml: String) throws {
        #expect(try ConfigurationReader.read(yaml: yaml, file: "tomte.yaml") == GatewayConfiguration())
    }

    @Test func settingsAreRead() throws {
        let read = try ConfigurationReader.read(
            yaml: """
                home: { name: Gården, timeZone: Europe/Stockholm, hostName: barn-2 }
                mqtt:
                  port: 18883
                  bindAddress: fd00::1
                  externalBroker: mqtts://broker.local
                  outageHours: 24
                  outageMessagesPerSecond: 100
                  saveSeconds: 5
                storage: { commitMilliseconds: 100 }
                discovery: { enabled: false }
                clock: { trustUnsynchronised: true }
                logging: { level: debug }
                """, file: "tomte.yaml")
        var expected = GatewayConfiguration()
        expected.homeName = "Gården"
        expected.timeZone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        expected.hostName = "barn-2"
        expected.mqttPort = 18883
        expected.mqttBindAddress = "fd00::1"
        expected.externalBroker = ExternalBroker(url: "mqtts://broker.local:8883")
        expected.outageHours = 24
        expected.outageMessagesPerSecond = 100
        expected.brokerSaveSeconds = 5
        expected.commitInterval = .milliseconds(100)
        expected.isDiscoveryEnabled = false
        expected.trustsUnsynchronisedClock = true
        expected.logLevel = read.logLevel
        #expect(read == expected)
        #expect("\(read.logLevel)" == "debug")
    }

    @Test(
        arguments: [
            ("", nil), ("broker: child", nil), ("broker: service", BrokerService()),
            (
                "broker: service, brokerFolder: /srv/broker/, brokerRequestFolder: /run/a, brokerRuntimeFolder: /run/b",
                BrokerService(folder: "/srv/broker", requestFolder: "/run/a", runtimeFolder: "/run/b")
            ),
            // Without the service, its folders mean nothing.
            ("brokerFolder: /srv/broker", nil),
        ] as [(String, BrokerService?)])
    func serviceOfTheBrokerIsRead(settings: String, service: BrokerService?) throws {
        let read = try ConfigurationReader.read(yaml: "mqtt: { \(settings) }", file: "tomte.yaml")
        #expect(read.brokerService == service)
    }

    /// An installed gateway may start no program, also after an upgrade that left a changed configuration as it was.
    @Test(arguments: [
        ("discovery: { enabled: true }", PhotoConverter.Host.child),
        ("mqtt: { broker: service }", .service(socket: PhotoConverter.standardSocket)),
        ("mqtt: { broker: service }\nattachments: { converter: child }", .child),
        ("attachments: { converter: service, converterSocket: /run/x.sock }", .service(socket: "/run/x.sock")),
    ])
    func converterIsTheServiceWhereTheBrokerIsOne(_ yaml: String, host: PhotoConverter.Host) throws {
        #expect(try ConfigurationReader.read(yaml: yaml, file: "tomte.yaml").photoConverter == host)
    }

    @Test func allMistakesAreReportedWithTheirLines() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try ConfigurationReader.read(
                yaml: """
                    home:
                      name: "no/slash"
                      timeZone: Mars/Olympus
                      hostName: Tomte
                    mqtt:
                      port: 88830
                      externalBroker: mqtt://plain.local
                      verify: false
                    storage:
                      commitMilliseconds: fast
                    discovery:
                      enabled: maybe
                    colour: red
                    """, file: "tomte.yaml")
        }
        #expect(error.problems.map(\.line) == [2, 3, 4, 6, 7, 8, 10, 12, 13])
        #expect(error.description.hasPrefix("tomte.yaml has 9 mistakes:\n  line 2: home.name must be a name of"))
        #expect(error.description.contains("line 6: mqtt.port must be a whole number from 1 to 65535, not “88830”."))
        #expect(error.description.contains("line 8: mqtt.verify is not a setting; tomte.example.yaml (installed in"))
    }

    @Test(arguments: [
        ("mqtt.port", "0"), ("mqtt.port", "65536"), ("mqtt.port", "99999999999999999999"), ("mqtt.port", "1_883"),
        ("mqtt.port", "8883.5"), ("mqtt.outageHours", "721"), ("mqtt.saveSeconds", "-1"),
        ("mqtt.bindAddress", "localhost"), ("mqtt.externalBroker", "mqtts://user@broker.local"),
        ("mqtt.externalBroker", "mqtts://broker.local/path"), ("mqtt.externalBroker", "mqtts://:8883"),
        ("mqtt.externalBroker", "mqtts://broker.local:0"), ("mqtt.externalBroker", "https://broker.local"),
        ("home.hostName", "a.b"), ("home.hostName", "-a"), ("discovery.enabled", "on"), ("logging.level", "loud"),
        ("clock.trustUnsynchronised", "1"), ("storage.commitMilliseconds", "9"),
    ])
    func invalidValueIsNamed(key: String, value: String) {
        let pieces = key.split(separator: ".")
        let found = problems("\(pieces[0]):\n  \(pieces[1]): \"\(value)\"\n")
        #expect(found.map(\.line) == [2])
        #expect(found.first?.message.hasPrefix("\(key) must be ") == true)
        #expect(found.first?.message.contains("“\(value)”") == true)
    }

    @Test(arguments: [
        "home: [", "home:\n\tname: Tab\n", "a: b: c\n", "home: {name: x\n", "\"", "home: *nothing\n",
        "home: { name: a, name: b }\n", String(repeating: "[", count: 50_000), "\u{0}", "%YAML 9\n---\n",
    ])
    func invalidYAMLIsReported(yaml: String) {
        #expect(problems(yaml).map(\.message).contains { $0.hasPrefix("This is not YAML") })
    }

    @Test(arguments: ["colour:\n", "home: { colour: }\n", "home: { name: x, \"\": y }\n"]) func unknownSettingIsNamed(
        yaml: String
    ) {
        #expect(problems(yaml).map(\.message).contains { $0.contains("is not a setting; tomte.example.yaml") })
    }

    @Test func syntaxErrorHasItsLine() {
        #expect(problems("home:\n  name: Home\n\tport: 1\n").map(\.line) == [3])
    }

    @Test(arguments: [
        ("just text", "The file"), ("- a\n- b\n", "The file"), ("home: [a, b]\n", "home"),
        ("mqtt: 8883\n", "mqtt"),
    ])
    func wrongStructureIsNamed(yaml: String, place: String) {
        #expect(problems(yaml).map(\.message).contains("\(place) must be keys with one value each"))
    }

    @Test(arguments: [
        ("home: { name: { first: { of: { all: x } } } }\n", "home.name"), ("mqtt:\n  port:\n    - 1\n", "mqtt.port"),
    ])
    func valueThatIsNoTextIsNamed(yaml: String, key: String) {
        let messages = problems(yaml).map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("\(key) must be ") == true)
        #expect(messages.first?.hasSuffix(", not a list or a mapping") == true)
    }

    @Test func multiplyingAliasesAreLimited() {
        let level = { (name: String, inner: String) in
            "\(name): &\(name) {" + (0..<100).map { "k\($0): \(inner)" }.joined(separator: ", ") + "}\n"
        }
        let found = problems(level("a", "x") + level("b", "*a") + level("c", "*b") + level("d", "*c"))
        #expect(!found.isEmpty)
        #expect(found.count <= 500)
    }

    @Test func controlCharactersOfAValueAreNotRepeated() {
        let found = problems("home: { name: \"\\e[31mred\\a\" }\n")
        #expect(found.count == 1)
        #expect(found.first?.message.unicodeScalars.contains { $0.value < 32 } == false)
    }

    @Test func tooLargeFileIsNotRead() throws {
        let path = "/tmp/tomte-\(UUID().uuidString.prefix(8)).yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let settings = "home: { name: Home }\n"
        try Data((settings + "#" + String(repeating: "x", count: 65_536 - settings.utf8.count - 1)).utf8)
            .write(to: URL(filePath: path))
        #expect(try ConfigurationReader.read(path: path) == GatewayConfiguration())
        try Data((settings + "#" + String(repeating: "x", count: 65_536)).utf8).write(to: URL(filePath: path))
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationReader.read(path: path) }
        #expect(error?.description == "\(path) has 1 mistake:\n  The file is larger than 64 kB.")
    }

    @Test(arguments: ["/tmp/there-is-no-such-file.yaml", "/tmp"]) func unreadableFileIsNamed(path: String) {
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationReader.read(path: path) }
        #expect(error?.description == "\(path) has 1 mistake:\n  The file cannot be read.")
    }
}

/// `tomte.example.yaml` is the only documentation of the settings, so it must be correct.
@Suite struct ExampleConfigurationTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../tomte.example.yaml").standardizedFileURL.path

    @Test func exampleIsTheDefault() throws {
        #expect(try ConfigurationReader.read(path: Self.path) == GatewayConfiguration())
    }

    @Test func exampleNamesEveryKeyAndNoOther() throws {
        let yaml = try String(contentsOfFile: Self.path, encoding: .utf8)
        let root = try #require(try Yams.compose(yaml: yaml)?.mapping)
        let keys = root.flatMap { section, settings in
            settings.mapping.map { $0.keys.map { "\(section.string ?? "?").\($0.string ?? "?")" } } ?? []
        }
        #expect(keys.sorted() == ConfigurationReader.keys)
    }

    /// `exampleIsTheDefault` would also pass if the reader read no key at all.
    @Test(arguments: ConfigurationReader.keys) func everyKeyIsRead(key: String) throws {
        let pieces = key.split(separator: ".")
        let error = try #require(throws: ConfigurationError.self) {
            try ConfigurationReader.read(yaml: "\(pieces[0]):\n  \(pieces[1]): '!'\n", file: "file")
        }
        #expect(error.problems.map(\.line) == [2])
        #expect(error.problems.first?.message.hasPrefix("\(key) must be ") == true)
    }
}

struct OutageTests {
    @Test(arguments: [1, 8, 144, 168, 240, 720])
    func sessionOutlivesTheOutageThatTheQueueIsSizedFor(hours: Int) {
        var configuration = GatewayConfiguration()
        configuration.outageHours = hours
        #expect(Int(configuration.sessionExpirySeconds) >= (hours + 24) * 3600)
        #expect(configuration.sessionExpirySeconds >= 7 * 86_400)
    }

    /// 250 series that report every 10 s.
    @Test func defaultQueueCoversTheDesignLoad() {
        let configuration = GatewayConfiguration()
        #expect(configuration.outageMessagesPerSecond >= 25)
        #expect(OutageBudget().messagesPerSecond == configuration.outageMessagesPerSecond)
    }
}
