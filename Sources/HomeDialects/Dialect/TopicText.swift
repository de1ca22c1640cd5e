/// The rules for topics that a device names. Whatever the transport refuses is refused here, so that no device can spoil
/// what is subscribed to for the others.
package enum TopicText {
    /// Of those 65,535 that MQTT allows.
    package static let maximumBytes = 512
    package static let maximumSeparators = 200

    /// Whether it can be published and subscribed to. By code points: `+` with an accent on it is still a wildcard.
    package static func isName(_ topic: String) -> Bool {
        (1...maximumBytes).contains(topic.utf8.count)
            && topic.utf8.count { $0 == separator } <= maximumSeparators
            && topic.unicodeScalars.allSatisfy(isPlain)
    }

    /// Whether it lies below `root/`, byte for byte.
    package static func isBelow(_ root: String, _ topic: String) -> Bool {
        topic.utf8.starts(with: root.utf8) && topic.utf8.dropFirst(root.utf8.count).first == separator
    }

    package static func levels(_ topic: String) -> [Substring] {
        topic.utf8.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
    }

    private static let separator = UInt8(ascii: "/")

    /// Neither a wildcard nor a control or non-character.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2B, 0x23, ..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF: false
        case let value: value & 0xFFFE != 0xFFFE
        }
    }
}
