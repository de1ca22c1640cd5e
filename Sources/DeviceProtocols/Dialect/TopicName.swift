/// The rules for topics that a device names. They reject every topic that the transport rejects, so that no device can
/// break the subscriptions for the others.
package enum TopicName {
    /// MQTT allows 65,535.
    package static let maximumBytes = 512
    package static let maximumSeparators = 200

    /// Returns whether the topic can be published and subscribed to. It is checked by code points, because `+` with a
    /// combining accent is still a wildcard.
    package static func isValid(_ topic: String) -> Bool {
        (1...maximumBytes).contains(topic.utf8.count)
            && topic.utf8.count { $0 == separator } <= maximumSeparators
            && topic.unicodeScalars.allSatisfy(isPlain)
    }

    /// Returns whether `topic` lies below `root/`. The comparison is byte by byte.
    package static func isBelow(_ root: String, topic: String) -> Bool {
        topic.utf8.starts(with: root.utf8) && topic.utf8.dropFirst(root.utf8.count).first == separator
    }

    /// Splits a topic at each `/`. Empty levels are kept.
    package static func levels(_ topic: String) -> [Substring] {
        topic.utf8.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
    }

    private static let separator = UInt8(ascii: "/")

    /// Returns whether the scalar is neither a wildcard, a control character nor a noncharacter.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2B, 0x23, ..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF: false
        case let value: value & 0xFFFE != 0xFFFE
        }
    }
}
