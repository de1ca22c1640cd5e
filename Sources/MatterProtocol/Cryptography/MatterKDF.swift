import COpenSSL
import Crypto

/// The key derivations of Matter. Source: Matter core specification 1.4, sections 3.8 and 3.9.
enum MatterKDF {
    /// HKDF-SHA256 of `secret`.
    static func derive(
        from secret: SymmetricKey, salt: [UInt8] = [], info: String, byteCount: Int = 16
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: salt, info: Array(info.utf8), outputByteCount: byteCount)
    }

    /// PBKDF2-HMAC-SHA256 of a passcode. Returns nil if OpenSSL fails.
    static func stretch(
        _ passcode: SetupPasscode, salt: [UInt8], iterations: UInt32, byteCount: Int
    ) -> [UInt8]? {
        guard let iterations = Int32(exactly: iterations), let saltCount = Int32(exactly: salt.count) else {
            return nil
        }
        let password = passcode.bytes
        var output = [UInt8](repeating: 0, count: byteCount)
        let isDerived = password.withUnsafeBytes { bytes in
            PKCS5_PBKDF2_HMAC(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: bytes.count), salt,
                saltCount, iterations, EVP_sha256(), Int32(truncatingIfNeeded: byteCount), &output) == 1
        }
        return isDerived ? output : nil
    }
}
