import COpenSSL
import Crypto
import Foundation

/// The cipher AES-128-CCM of OpenSSL. OpenSSL looks it up once, because the lookup takes longer than a short message.
// The handle owns a cipher that no function changes after the initializer, so that all threads may use it. Each operation
// has a context of its own, which OpenSSL clears when it is freed.
final class CCMCipherHandle: @unchecked Sendable {
    static let shared = CCMCipherHandle()

    private let cipher: OpaquePointer?

    private init() { cipher = EVP_CIPHER_fetch(nil, "AES-128-CCM", nil) }

    deinit { EVP_CIPHER_free(cipher) }

    /// Encrypts the bytes from `start` on in place, and writes the tag to `tag`. The bytes before `start` are
    /// authenticated. Returns false if OpenSSL fails.
    func encrypt(
        _ bytes: UnsafeMutableRawBufferPointer, from start: Int, key: SymmetricKey, nonce: UnsafeRawBufferPointer,
        tag: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let context = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_EncryptInit_ex(context, cipher, nil, nil, nil) == 1,
            prepare(context, nonceLength: nonce.count, tag: nil, tagLength: tag.count),
            setKey(key, nonce: nonce, of: context, isEncrypting: true),
            authenticate(bytes, before: start, in: context, isEncrypting: true)
        else { return false }
        let text = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        guard update(text, in: context, isEncrypting: true) else { return false }
        return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress) == 1
    }

    /// Decrypts the bytes from `start` on in place. The bytes before `start` are authenticated. Returns false if the tag
    /// does not fit; the bytes then have no meaning.
    func decrypt(
        _ bytes: UnsafeMutableRawBufferPointer, from start: Int, key: SymmetricKey, nonce: UnsafeRawBufferPointer,
        tag: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let context = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_DecryptInit_ex(context, cipher, nil, nil, nil) == 1,
            prepare(context, nonceLength: nonce.count, tag: tag.baseAddress, tagLength: tag.count),
            setKey(key, nonce: nonce, of: context, isEncrypting: false),
            authenticate(bytes, before: start, in: context, isEncrypting: false)
        else { return false }
        return update(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), in: context, isEncrypting: false)
    }

    private func prepare(
        _ context: OpaquePointer, nonceLength: Int, tag: UnsafeMutableRawPointer?, tagLength: Int
    ) -> Bool {
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonceLength), nil) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), tag) == 1
    }

    private func setKey(
        _ key: SymmetricKey, nonce: UnsafeRawBufferPointer, of context: OpaquePointer, isEncrypting: Bool
    ) -> Bool {
        key.withUnsafeBytes { key in
            let (key, nonce) = (Self.start(of: key), Self.start(of: nonce))
            return isEncrypting
                ? EVP_EncryptInit_ex(context, nil, nil, key, nonce) == 1
                : EVP_DecryptInit_ex(context, nil, nil, key, nonce) == 1
        }
    }

    /// CCM must know the length of the text before the authenticated bytes.
    private func authenticate(
        _ bytes: UnsafeMutableRawBufferPointer, before start: Int, in context: OpaquePointer, isEncrypting: Bool
    ) -> Bool {
        guard let textLength = Int32(exactly: bytes.count - start) else { return false }
        var count: Int32 = 0
        let source = Self.start(of: UnsafeRawBufferPointer(bytes))
        if isEncrypting {
            guard EVP_EncryptUpdate(context, nil, &count, nil, textLength) == 1 else { return false }
            return start == 0 || EVP_EncryptUpdate(context, nil, &count, source, Int32(start)) == 1
        }
        guard EVP_DecryptUpdate(context, nil, &count, nil, textLength) == 1 else { return false }
        return start == 0 || EVP_DecryptUpdate(context, nil, &count, source, Int32(start)) == 1
    }

    private func update(
        _ text: UnsafeMutableRawBufferPointer, in context: OpaquePointer, isEncrypting: Bool
    ) -> Bool {
        // An empty text has no address, and OpenSSL would take a nil address for additional data.
        var none: UInt8 = 0
        return withUnsafeMutablePointer(to: &none) { none in
            let address = text.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? none
            var count: Int32 = 0
            return isEncrypting
                ? EVP_EncryptUpdate(context, address, &count, address, Int32(text.count)) == 1
                : EVP_DecryptUpdate(context, address, &count, address, Int32(text.count)) == 1
        }
    }

    private static func start(of buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
        buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}
