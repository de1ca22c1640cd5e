import Crypto
import Foundation
package import HomeCertificates
package import HomeModel

/// A token as it is handed out, once: the id of its owner, a dot, 256 random bits.
package struct Token: Sendable {
    package let text: Secret
    package let digest: TokenDigest

    init(of id: Identifier<some Any>) {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let text = "\(id).\(Data(bytes).base64URL)"
        self.text = Secret(text)
        digest = TokenDigest(of: text)
    }

    /// Returns the id of the owner that the token claims.
    static func owner<Subject>(of text: String, as _: Subject.Type) -> Identifier<Subject>? {
        guard text.utf8.count <= 128, let dot = text.firstIndex(of: ".") else { return nil }
        return Identifier(String(text[..<dot]))
    }
}

extension TokenDigest {
    init(of text: String) { self.init(bytes: Array(SHA256.hash(data: Data(text.utf8)))) }
}
