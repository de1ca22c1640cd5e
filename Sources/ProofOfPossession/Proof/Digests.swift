import Crypto
import Foundation
import HomeModel

enum Digests {
    /// As `ath` carries it. Source: RFC 9449 §4.2.
    static func token(_ token: String) -> String { Data(SHA256.hash(data: Data(token.utf8))).base64URL }

    /// Source: RFC 9530 §2.
    static func body(_ body: Data) -> String { "sha-256=:\(Data(SHA256.hash(data: body)).base64EncodedString()):" }
}
