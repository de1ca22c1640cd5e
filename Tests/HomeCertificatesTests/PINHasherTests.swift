import Foundation
import HomeCertificates
import HomeModel
import Testing

@Suite struct PINHasherTests {
    private let salt = [UInt8](0..<16)

    /// Homes store this hash, so it must not change. It was computed with Python:
    /// `hmac.new(key, hashlib.scrypt(b"482915", salt=bytes(range(16)), n=1 << 14, r=8, p=1, dklen=32, maxmem=1 << 26),
    /// "sha256").hexdigest()`.
    @Test func hashCombinesScryptWithTheKeyOfTheHome() async throws {
        try await CertificateHome.with { home in
            try home.store().write(Secret("0123456789abcdef0123456789abcdef"), as: "pin-key")
            let hasher = try PINHasher(secrets: home.store())
            let hash = try #require(hasher.hash(Secret("482915"), salt: salt))
            #expect(
                hash.hexadecimal == "2c7ca6270145715adecf837f338e72391177b1cc420b20fdcd3b3385fe0ceee6")
            #expect(hasher.isHash(hash, of: Secret("482915"), salt: salt))
            #expect(!hasher.isHash(hash, of: Secret("482916"), salt: salt))
            #expect(!hasher.isHash(hash, of: Secret("482915"), salt: salt.reversed()))
            #expect(!hasher.isHash([], of: Secret("482915"), salt: salt))
        }
    }

    @Test func hashOfOneHomeIsNotAcceptedByAnother() async throws {
        let secret = Secret("482915")
        let hash = try await CertificateHome.with { home in
            try #require(try PINHasher(secrets: home.store()).hash(secret, salt: salt))
        }
        try await CertificateHome.with { home in
            let hasher = try PINHasher(secrets: home.store())
            #expect(!hasher.isHash(hash, of: secret, salt: salt))
        }
    }
}
