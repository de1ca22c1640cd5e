import Foundation
import HomeModel
import Logging
import Yams

/// Reads a configuration file. One function below asks for every key, so the keys that it asks for are the keys that
/// exist.
package struct ConfigurationReader {
    package static let maximumBytes = 64 * 1024

    /// Reads the configuration in the file at `path`. Throws all mistakes together.
    package static func read(path: String) throws(ConfigurationError) -> GatewayConfiguration {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError(file: path, problems: [.init(line: nil, message: "The file cannot be read.")])
        }
        guard data.count <= maximumBytes else {
            throw ConfigurationError(
                file: path, problems: [.init(line: nil, message: "The file is larger than 64 kB.")])
        }
        return try read(yaml: String(decoding: data, as: UTF8.self), file: path)
    }

    /// Reads the configuration in `yaml`. `file` is the name for the error, which contains all mistakes.
    package static func read(yaml: String, file: String) throws(ConfigurationError) -> GatewayConfiguration {
        var settings = YAMLSettings(yaml: yaml)
        let configuration = configuration(from: &settings)
        settings.noteUnknownKeys()
        guard settings.problems.isEmpty else {
            throw ConfigurationError(file: file, problems: settings.problems)
        }
        return configuration
    }

    /// Every key that a file may contain.
    package static var keys: [String] {
        var settings = YAMLSettings(yaml: "")
        _ = configuration(from: &settings)
        return settings.requestedKeys.sorted()
    }

    private static func configuration(from settings: inout YAMLSettings) -> GatewayConfiguration {
        var all = GatewayConfiguration()
        settings.text("home.name", expected: "a name of 1 to 100 letters, numbers, spaces and - _ ( )") { text in
            guard let name = try? DisplayName(text) else { return false }
            all.homeName = name.text
            return true
        }
        settings.text("home.timeZone", expected: "a time zone such as Europe/Stockholm") { text in
            guard let zone = TimeZone(identifier: text) else { return false }
            all.timeZone = zone
            return true
        }
        settings.text("home.hostName", expected: "lower-case letters, digits and hyphens, at most 63") { text in
            guard let id = Identifier<GatewayConfiguration>(text), text.utf8.count <= 63 else { return false }
            all.hostName = id.rawValue
            return true
        }
        read(&all.https, from: &settings)
        settings.number("mqtt.port", range: 1...65_535) { all.mqttPort = UInt16(clamping: $0) }
        settings.number("mqtt.compatibilityPort", range: 1...65_535) {
            all.mqttCompatibilityPort = UInt16(clamping: $0)
        }
        settings.text("mqtt.bindAddress", expected: "an IPv4 or IPv6 address of this machine") { text in
            guard isAddress(text) else { return false }
            all.mqttBindAddress = text
            return true
        }
        settings.text("mqtt.externalBroker", expected: "an address such as mqtts://broker.local:8883") { text in
            all.externalBroker = ExternalBroker(url: text)
            return all.externalBroker != nil
        }
        settings.number("mqtt.outageHours", range: 1...720) { all.outageHours = $0 }
        settings.number("mqtt.outageMessagesPerSecond", range: 1...10_000) { all.outageMessagesPerSecond = $0 }
        settings.number("mqtt.saveSeconds", range: 1...3600) { all.brokerSaveSeconds = $0 }
        settings.number("storage.commitMilliseconds", range: 10...10_000) { all.commitInterval = .milliseconds($0) }
        settings.flag("discovery.enabled") { all.isDiscoveryEnabled = $0 }
        settings.flag("clock.trustUnsynchronised") { all.trustsUnsynchronisedClock = $0 }
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        settings.text("logging.level", expected: "one of \(levels)") { text in
            guard let level = Logger.Level(rawValue: text) else { return false }
            all.logLevel = level
            return true
        }
        return all
    }

    private static func read(_ https: inout HTTPSConfiguration, from settings: inout YAMLSettings) {
        settings.flag("https.enabled") { https.isEnabled = $0 }
        settings.number("https.port", range: 1...65_535) { https.port = UInt16(clamping: $0) }
        settings.text("https.bindAddress", expected: "an IPv4 or IPv6 address of this machine") { text in
            guard isAddress(text) else { return false }
            https.bindAddress = text
            return true
        }
        settings.text("https.hostNames", expected: "host names, separated by spaces") { text in
            let names = text.lowercased().split(separator: " ").map(String.init)
            guard names.count <= 8, names.allSatisfy(isHostName) else { return false }
            https.hostNames = names
            return true
        }
        settings.text("https.pageFolder", expected: "a folder with an index.html") { text in
            let folder = URL(filePath: text, directoryHint: .isDirectory)
            guard FileManager.default.isReadableFile(atPath: folder.appending(path: "index.html").path) else {
                return false
            }
            https.pageFolder = folder
            return true
        }
    }

    private static func isHostName(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                Identifier<GatewayConfiguration>(String(label)).map { $0.rawValue.utf8.count <= 63 } ?? false
            }
    }

    private static func isAddress(_ text: String) -> Bool {
        text.utf8.count <= 45 && text.utf8.allSatisfy(isAddressByte)
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
}

/// All mistakes in a configuration file, reported together.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One mistake, with its line if that is known.
    package struct Problem: Sendable, Equatable, CustomStringConvertible {
        package let line: Int?
        package let message: String

        package var description: String { line.map { "line \($0): \(message)" } ?? message }
    }

    package let file: String
    package let problems: [Problem]

    package var description: String {
        let count = problems.count == 1 ? "1 mistake" : "\(problems.count) mistakes"
        return "\(file) has \(count):\n" + problems.map { "  \($0)" }.joined(separator: "\n")
    }
}
