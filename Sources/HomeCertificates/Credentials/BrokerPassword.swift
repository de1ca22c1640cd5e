import Crypto
import CryptoExtras
import Foundation
package import HomeModel

/// A device's password at the broker. It is random, so that it follows no choice of a person, and too long to guess.
package struct BrokerPassword: Sendable {
    /// 160 bits in 32 letters and digits: the most that the firmware of every family accepts.
    private static let characters = 32
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The only salt length that mosquitto accepts.
    private static let saltBytes = 12
    private static let hashBytes = 64
    /// The rounds of PBKDF2. Few, because the broker computes them for every password client at each reload, and a
    /// random password needs no more.
    private static let rounds = 101

    package let text: Secret
    /// The hash that the broker stores: `$7$rounds$salt$hash`, PBKDF2 with SHA-512. Source: mosquitto's
    /// `password_mosq.c`.
    package let hash: String

    /// Makes a new random password.
    package init() throws(CertificateError) {
        var random = SystemRandomNumberGenerator()
        let text = (0..<Self.characters).map { _ in Self.alphabet[Int(random.next(upperBound: UInt64(32)))] }
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        self.text = Secret(text)
        hash = try Self.hash(text, salt: salt)
    }

    static func hash(_ password: [UInt8], salt: [UInt8]) throws(CertificateError) -> String {
        let key = try mappingEncodingErrors {
            try KDF.Insecure.PBKDF2.deriveKey(
                from: password, salt: salt, using: .sha512, outputByteCount: hashBytes, unsafeUncheckedRounds: rounds)
        }
        let bytes = key.withUnsafeBytes { Data($0) }
        return "$7$\(rounds)$\(Data(salt).base64EncodedString())$\(bytes.base64EncodedString())"
    }
}
