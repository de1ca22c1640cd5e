import Crypto

/// Decrypts what one side of a session receives. After an error it decrypts nothing more.
///
/// Callers append bytes as they arrive, and then call `next` until it returns nil. Between two appends the decoder
/// stores less than one frame.
package struct FrameDecoder: Sendable {
    private let key: SymmetricKey
    private let maximumText: Int
    private var counter: UInt64
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false

    package init(keys: SessionKeys) { self.init(key: keys.incoming, counter: 0) }

    /// Tests start with other counters.
    init(key: SymmetricKey, counter: UInt64, maximumText: Int = FrameFormat.maximumText) {
        self.key = key
        self.counter = counter
        self.maximumText = maximumText
    }

    package mutating func append(_ bytes: [UInt8]) {
        guard !hasEnded else { return }
        buffer.removeFirst(start)
        start = 0
        buffer += bytes
    }

    /// The text of the next frame; nil if more bytes are needed. A frame without text gives an empty array.
    package mutating func next() throws(FrameError) -> [UInt8]? {
        guard !hasEnded else { throw .sessionEnded }
        guard buffer.count - start >= FrameFormat.lengthBytes else { return nil }
        let length = Int(buffer[start]) | Int(buffer[start + 1]) << 8
        // The length is checked before the frame is complete, so that a bad one ends the session at once.
        guard length <= maximumText else { throw end(.frameTooLong(length: length, limit: maximumText)) }
        let textStart = start + FrameFormat.lengthBytes
        let textEnd = textStart + length
        let frameEnd = textEnd + FrameFormat.tagBytes
        guard buffer.count >= frameEnd else { return nil }
        guard counter < .max else { throw end(.counterExhausted) }
        guard let nonce = try? ChaChaPoly.Nonce(data: FrameFormat.nonce(counter)),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: buffer[textStart..<textEnd], tag: buffer[textEnd..<frameEnd])
        else { throw end(.cryptography) }
        guard let text = try? ChaChaPoly.open(box, using: key, authenticating: buffer[start..<textStart]) else {
            throw end(.wrongTag)
        }
        counter += 1
        start = frameEnd
        return Array(text)
    }

    private mutating func end(_ error: FrameError) -> FrameError {
        hasEnded = true
        buffer = []
        start = 0
        return error
    }
}
