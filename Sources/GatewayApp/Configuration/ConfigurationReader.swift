import Attachments
import Foundation
import HomeModel
import Logging
import MosquittoBroker
package import YAMLFields
import Yams

/// Reads a configuration file. One function below asks for every key, so the keys that it asks for are the keys that
/// exist.
package struct ConfigurationReader {
    package static let maximumBytes = 64 * 1024

    /// Reads the configuration in the file at `path`. Throws all mistakes together.
    package static func read(path: String) throws(ConfigurationError) -> GatewayConfiguration {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError(file: path, problems: [FieldError(line: 0, message: "The file cannot be read")])
        }
        guard data.count <= maximumBytes else {
            throw ConfigurationError(
                file: path, problems: [FieldError(line: 0, message: "The file is larger than 64 kB")])
        }
        return try read(yaml: String(decoding: data, as: UTF8.self), file: path)
    }

    /// Reads the configuration in `yaml`. `file` is the name for the error, which contains all mistakes.
    package static func read(yaml: String, file: String) throws(ConfigurationError) -> GatewayConfiguration {
        let root: Node?
        do throws(FieldError) {
            root = try Node.document(yaml)
        } catch {
            let message = "This is not YAML; check quotes, colons and indentation"
            throw ConfigurationError(file: file, problems: [FieldError(line: error.line, message: message)])
        }
        var fields = decoder(of: root)
        let configuration = configuration(from: &fields)
        fields.rejectUnknownKeys()
        guard fields.mistakes.isEmpty else {
            throw ConfigurationError(file: file, problems: fields.mistakes.sortedByLine)
        }
        return configuration
    }

    /// Every key that a file may contain.
    package static var keys: [String] {
        var fields = decoder(of: nil)
        _ = configuration(from: &fields)
        return fields.settings.sorted()
    }

    private static func decoder(of root: Node?) -> FieldDecoder {
        FieldDecoder(settings: root, manual: "tomte.example.yaml (installed in /usr/share/tomte)")
    }

    private static func configuration(from fields: inout FieldDecoder) -> GatewayConfiguration {
        var all = GatewayConfiguration()
        fields.section("home") { home in
            let name = "a name of 1 to 100 letters, numbers, spaces and - _ ( )"
            all.homeName = home.value("name", expected: name) { (try? DisplayName($0))?.text } ?? all.homeName
            all.timeZone =
                home.value("timeZone", expected: "a time zone such as Europe/Stockholm") { TimeZone(identifier: $0) }
                ?? all.timeZone
            let label = "lower-case letters, digits and hyphens, at most 63"
            all.hostName =
                home.value("hostName", expected: label) { isHostLabel($0) ? $0 : nil } ?? all.hostName
        }
        fields.section("https") { read(&all.https, from: &$0) }
        fields.section("mqtt") { readMQTT(&all, from: &$0) }
        fields.section("storage") { storage in
            let milliseconds = storage.whole("commitMilliseconds", in: 10...10_000)
            all.commitInterval = milliseconds.map { .milliseconds($0) } ?? all.commitInterval
        }
        fields.section("discovery") { discovery in
            all.isDiscoveryEnabled = discovery.flag("enabled", default: all.isDiscoveryEnabled)
        }
        fields.section("attachments") { readAttachments(&all, from: &$0) }
        fields.section("clock") { clock in
            all.trustsUnsynchronisedClock = clock.flag("trustUnsynchronised", default: all.trustsUnsynchronisedClock)
        }
        fields.section("logging") { logging in
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            all.logLevel =
                logging.value("level", expected: "one of \(levels)") { Logger.Level(rawValue: $0) } ?? all.logLevel
        }
        return all
    }

    private static func readAttachments(_ all: inout GatewayConfiguration, from attachments: inout FieldDecoder) {
        all.attachmentMegabytes =
            attachments.whole("maximumMegabytes", in: AttachmentLimits.totalMegabytes) ?? all.attachmentMegabytes
        let converter = attachments.value("converter", expected: "child or service") { text in
            ["child", "service"].contains(text) ? text : nil
        }
        let socket = attachments.folder("converterSocket") ?? PhotoConverter.standardSocket
        // A configuration that a person changed before an upgrade of the package has no `converter`, and the installed gateway
        // may start no program.
        if converter == "service" || converter == nil && all.brokerService != nil {
            all.photoConverter = .service(socket: socket)
        }
    }

    private static func readMQTT(_ all: inout GatewayConfiguration, from mqtt: inout FieldDecoder) {
        all.mqttPort = mqtt.port("port", default: all.mqttPort)
        all.mqttCompatibilityPort = mqtt.port("compatibilityPort", default: all.mqttCompatibilityPort)
        all.mqttBindAddress = mqtt.address("bindAddress") ?? all.mqttBindAddress
        let broker = "an address such as mqtts://broker.local:8883"
        all.externalBroker =
            mqtt.value("externalBroker", expected: broker) { ExternalBroker(url: $0) } ?? all.externalBroker
        all.brokerService = service(from: &mqtt)
        all.outageHours = mqtt.whole("outageHours", in: 1...720) ?? all.outageHours
        all.outageMessagesPerSecond =
            mqtt.whole("outageMessagesPerSecond", in: 1...10_000) ?? all.outageMessagesPerSecond
        all.brokerSaveSeconds = mqtt.whole("saveSeconds", in: 1...3600) ?? all.brokerSaveSeconds
    }

    /// The service that runs the broker; nil for a child. The folders are checked in either case.
    private static func service(from mqtt: inout FieldDecoder) -> BrokerService? {
        let host = mqtt.value("broker", expected: "child or service") { BrokerHostKind(rawValue: $0) }
        var service = BrokerService()
        service.folder = mqtt.folder("brokerFolder") ?? service.folder
        service.requestFolder = mqtt.folder("brokerRequestFolder") ?? service.requestFolder
        service.runtimeFolder = mqtt.folder("brokerRuntimeFolder") ?? service.runtimeFolder
        return host == .service ? service : nil
    }

    private static func read(_ configuration: inout HTTPSConfiguration, from https: inout FieldDecoder) {
        configuration.isEnabled = https.flag("enabled", default: configuration.isEnabled)
        configuration.port = https.port("port", default: configuration.port)
        configuration.bindAddress = https.address("bindAddress") ?? configuration.bindAddress
        let names = https.value("hostNames", expected: "host names, separated by spaces") { text in
            let names = text.lowercased().split(separator: " ").map(String.init)
            return names.count <= 8 && names.allSatisfy(isHostName) ? names : nil
        }
        configuration.hostNames = names ?? configuration.hostNames
        let folder = https.value("pageFolder", expected: "a folder with an index.html") { text in
            let folder = URL(filePath: text, directoryHint: .isDirectory)
            let index = folder.appending(path: "index.html").path
            return FileManager.default.isReadableFile(atPath: index) ? folder : nil
        }
        configuration.pageFolder = folder ?? configuration.pageFolder
    }

    private static func isHostName(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isHostLabel(String($0)) }
    }

    private static func isHostLabel(_ text: String) -> Bool {
        Identifier<GatewayConfiguration>(text).map { $0.rawValue.utf8.count <= 63 } ?? false
    }
}

extension FieldDecoder {
    fileprivate mutating func flag(_ key: String, default fallback: Bool) -> Bool {
        value(key, expected: "true or false") { Bool($0) } ?? fallback
    }

    fileprivate mutating func port(_ key: String, default fallback: UInt16) -> UInt16 {
        whole(key, in: 1...65_535).map { UInt16(clamping: $0) } ?? fallback
    }

    /// The absolute path of a folder, without a slash at its end.
    fileprivate mutating func folder(_ key: String) -> String? {
        value(key, expected: "an absolute path, at most 255 bytes") { text in
            guard text.first == "/", text.utf8.count <= 255, !text.utf8.contains(where: { $0 < 0x20 }) else {
                return nil
            }
            return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
        }
    }

    fileprivate mutating func address(_ key: String) -> String? {
        value(key, expected: "an IPv4 or IPv6 address of this machine") { text in
            text.utf8.count <= 45
                && text.utf8.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
                ? text : nil
        }
    }
}

/// All mistakes in a configuration file, reported together.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    package let file: String
    package let problems: [FieldError]

    package var description: String {
        let count = problems.count == 1 ? "1 mistake" : "\(problems.count) mistakes"
        return "\(file) has \(count):\n" + problems.map { "  \($0)." }.joined(separator: "\n")
    }
}
