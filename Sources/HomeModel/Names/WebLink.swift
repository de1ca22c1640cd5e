import Foundation

/// The address of a page on the web, with `http` or `https`, as people paste it. The gateway never opens it.
package struct WebLink: Hashable, Sendable, LosslessStringConvertible {
    package static let maximumLength = 2000
    /// For people whose text is no link.
    package static let advice =
        "Write the whole address of the page, such as https://example.com/manual, with a host and without a user name; "
        + "at most 2,000 characters."

    package let description: String

    /// Nil unless the text is an absolute address of printable ASCII characters with a host, and without a user name,
    /// which could make a foreign address look like a known one.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            let address = URLComponents(string: text), let scheme = address.scheme?.lowercased(),
            ["http", "https"].contains(scheme), address.host?.isEmpty == false, address.user == nil,
            address.password == nil
        else { return nil }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !Array("\"<>\\^`{|}".utf8).contains(byte)
    }
}

extension WebLink: TextCodable {
    package static var rule: String { "a link is an address such as https://example.com/manual" }
}
