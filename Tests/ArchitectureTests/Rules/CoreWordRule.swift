/// `GatewayCore` contains no words of MQTT, HomeKit, Matter, HTTP or SQL, in names, comments or literals: only the targets that use these
/// technologies know their terms. So another network, interface or database needs no change of the core.
enum CoreWordRule {
    /// A technology, the target that may use its words, and the words in lower case. A word also counts inside a name,
    /// such as `byTopic`.
    static let technologies: [(name: String, owner: String, words: [String])] = [
        ("MQTT", "MQTTLink", ["mqtt", "mosquitto", "broker", "topic", "payload", "qos"]),
        ("HomeKit", "HomeKitLink", ["accessory", "accessories", "characteristic"]),
        ("Matter", "MatterLink", ["fabric", "cluster", "commissioning"]),
        ("HTTP", "GatewayAPI", ["http", "hummingbird", "cookie"]),
        ("SQL", "HomeStore", ["sql", "grdb"]),
    ]
    private static let target = "GatewayCore"

    static func violations(in file: SourceFile) -> [Violation] {
        guard file.target == target else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            let text = withoutQueuePriority(line).lowercased()
            return technologies.flatMap { technology in
                technology.words.filter { text.contains($0) }.map { word in
                    let message =
                        "“\(word)” is a word of \(technology.name); let \(technology.owner) or the composition in "
                        + "GatewayApp supply it, or use a word that applies to every network, interface and database"
                    return Violation(path: file.path, line: index + 1, message: message)
                }
            }
        }
    }

    /// Returns the line without the argument `qos` of a dispatch queue, which is not the quality of service of MQTT.
    private static func withoutQueuePriority(_ line: String) -> String {
        guard line.contains("qos") else { return line }
        let argument = #/\bqos: \.(?:background|utility|default|userInitiated|userInteractive|unspecified)\b/#
        return line.replacing(argument, with: "")
    }
}
