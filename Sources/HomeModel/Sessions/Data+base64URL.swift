package import Foundation

/// Base64url without padding. Source: RFC 4648 §5.
extension Data {
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    package init?(base64URL text: String) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
