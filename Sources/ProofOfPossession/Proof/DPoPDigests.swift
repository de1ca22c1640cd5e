import Crypto
import Foundation
import HomeModel

/// The digests in a proof.
enum DPoPDigests {
    /// The digest of an access token for the claim `ath`. Source: RFC 9449 §4.2.
    static func token(_ token: String) -> String { Data(SHA256.hash(data: Data(token.utf8))).base64URL }

    /// The digest of a request body for the claim `content-digest`. Source: RFC 9530 §2.
    static func body(_ body: Data) -> String { "sha-256=:\(Data(SHA256.hash(data: body)).base64EncodedString()):" }
}
