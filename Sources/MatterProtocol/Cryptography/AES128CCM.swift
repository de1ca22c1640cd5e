package import Crypto

/// Encrypts and authenticates with AES-128-CCM: nonces of 13 bytes and tags of 16 bytes, as all of Matter does.
///
/// OpenSSL clears its copies of the key. The value itself describes nothing of it.
package struct AES128CCM: Sendable {
    package static let keyBytes = 16
    package static let nonceBytes = 13
    package static let tagBytes = 16
    /// The longest text that two bytes of length can describe, which is what nonces of 13 bytes leave room for.
    private static let maximumText = 65_535

    private let key: SymmetricKey

    /// Throws `.cryptography` unless the key has 128 bits.
    package init(key: SymmetricKey) throws(MessageError) {
        guard key.bitCount == 8 * Self.keyBytes else { throw .cryptography }
        self.key = key
    }

    /// Returns the encrypted text with the tag at its end.
    package func seal(
        _ text: [UInt8], nonce: [UInt8], authenticating additionalData: [UInt8] = []
    ) throws(MessageError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(additionalData.count + text.count + Self.tagBytes)
        bytes += additionalData
        bytes += text
        try seal(inPlace: &bytes, from: additionalData.count, nonce: nonce)
        return additionalData.isEmpty ? bytes : Array(bytes[additionalData.count...])
    }

    /// Returns the text of encrypted data with the tag at its end. Throws `.wrongTag` if the data or the additional data
    /// was changed, or if it was encrypted with another key or nonce.
    package func open(
        _ data: [UInt8], nonce: [UInt8], authenticating additionalData: [UInt8] = []
    ) throws(MessageError) -> [UInt8] {
        var bytes = additionalData + data
        try open(inPlace: &bytes, from: additionalData.count, nonce: nonce)
        return additionalData.isEmpty ? bytes : Array(bytes[additionalData.count...])
    }

    /// Encrypts the bytes from `start` on, authenticates those before it, and appends the tag.
    func seal(inPlace bytes: inout [UInt8], from start: Int, nonce: [UInt8]) throws(MessageError) {
        let length = bytes.count
        guard nonce.count == Self.nonceBytes, (0...length).contains(start), length - start <= Self.maximumText else {
            throw .cryptography
        }
        bytes.append(contentsOf: repeatElement(0, count: Self.tagBytes))
        let isSealed = bytes.withUnsafeMutableBytes { buffer in
            nonce.withUnsafeBytes { nonce in
                CCMCipherHandle.shared.encrypt(
                    UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]), from: start, key: key, nonce: nonce,
                    tag: UnsafeMutableRawBufferPointer(rebasing: buffer[length...]))
            }
        }
        guard isSealed else { throw .cryptography }
    }

    /// Decrypts the bytes from `start` on, and removes the tag at their end. After an error `bytes` is empty, so that no
    /// text is used that was not authenticated.
    func open(inPlace bytes: inout [UInt8], from start: Int, nonce: [UInt8]) throws(MessageError) {
        let length = bytes.count - Self.tagBytes
        guard start >= 0, length >= start else { throw discard(&bytes, because: .truncated) }
        guard nonce.count == Self.nonceBytes, length - start <= Self.maximumText else {
            throw discard(&bytes, because: .cryptography)
        }
        let isOpen = bytes.withUnsafeMutableBytes { buffer in
            nonce.withUnsafeBytes { nonce in
                CCMCipherHandle.shared.decrypt(
                    UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]), from: start, key: key, nonce: nonce,
                    tag: UnsafeMutableRawBufferPointer(rebasing: buffer[length...]))
            }
        }
        guard isOpen else { throw discard(&bytes, because: .wrongTag) }
        bytes.removeLast(Self.tagBytes)
    }

    private func discard(_ bytes: inout [UInt8], because error: MessageError) -> MessageError {
        bytes = []
        return error
    }
}

extension AES128CCM: CustomStringConvertible, CustomReflectable {
    package var description: String { "AES128CCM" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
