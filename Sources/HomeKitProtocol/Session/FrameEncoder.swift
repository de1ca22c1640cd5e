import Crypto

/// Encrypts what one side of a session sends. After an error it encrypts nothing more.
package struct FrameEncoder: Sendable {
    private let key: SymmetricKey
    private var counter: UInt64
    private var hasEnded = false

    package init(keys: SessionKeys) { self.init(key: keys.outgoing, counter: 0) }

    /// Tests start with other counters.
    init(key: SymmetricKey, counter: UInt64) {
        self.key = key
        self.counter = counter
    }

    /// The frames with this text: each has 1,024 bytes of it, and the last one the rest. No text gives no frame.
    ///
    /// A rest of one byte is avoided, because HAP-python does not decrypt such a frame before another one follows: the
    /// frame before the last one then has 1,023 bytes.
    package mutating func encode(_ text: [UInt8]) throws(FrameError) -> [UInt8] {
        guard !hasEnded else { throw .sessionEnded }
        var frames: [UInt8] = []
        let count = (text.count + FrameFormat.maximumText - 1) / FrameFormat.maximumText
        frames.reserveCapacity(text.count + count * (FrameFormat.lengthBytes + FrameFormat.tagBytes))
        var rest = text[...]
        while !rest.isEmpty {
            let leavesOneByte = rest.count == FrameFormat.maximumText + 1
            let length = leavesOneByte ? FrameFormat.maximumText - 1 : FrameFormat.maximumText
            try append(rest.prefix(length), to: &frames)
            rest = rest.dropFirst(length)
        }
        return frames
    }

    private mutating func append(_ text: ArraySlice<UInt8>, to frames: inout [UInt8]) throws(FrameError) {
        // The last number is not used, so that the counter never repeats a nonce.
        guard counter < .max else { throw end(.counterExhausted) }
        let length = [UInt8(truncatingIfNeeded: text.count), UInt8(truncatingIfNeeded: text.count >> 8)]
        guard let nonce = try? ChaChaPoly.Nonce(data: FrameFormat.nonce(counter)),
            let box = try? ChaChaPoly.seal(text, using: key, nonce: nonce, authenticating: length)
        else { throw end(.cryptography) }
        counter += 1
        frames += length
        frames += box.ciphertext
        frames += box.tag
    }

    private mutating func end(_ error: FrameError) -> FrameError {
        hasEnded = true
        return error
    }
}
