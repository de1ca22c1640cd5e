import Crypto
import Foundation

enum Digests {
    /// As `ath` carries it. Source: RFC 9449 §4.2.
    static func token(_ token: String) -> String { Data(SHA256.hash(data: Data(token.utf8))).base64URL }

    /// Source: RFC 9530 §2.
    static func body(_ body: Data) -> String { "sha-256=:\(Data(SHA256.hash(data: body)).base64EncodedString()):" }
}

extension Data {
    /// Source: RFC 4648 §5, without padding.
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    init?(base64URL text: String) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
