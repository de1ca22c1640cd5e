import Crypto
import Foundation
package import HomeModel

/// The format of encrypted files: a magic line and a random salt, then chunks of AES-256-GCM.
///
/// The construction is STREAM: the nonce of a chunk is its number and whether it is the last one, and what a chunk is bound
/// to names the record and the file. So chunks cannot be swapped, left out, repeated, or taken from another file, and a
/// file that was cut is noticed at its end. Source: Hoang, Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption
/// and its Nonce-Reuse Misuse-Resistance", §7.
package enum SealedFormat {
    package static let chunkBytes = 64 << 10
    static let tagBytes = 16
    static let saltBytes = 32
    static let magic = Array("tomte-file-1\n".utf8)
    static let headerBytes = magic.count + saltBytes

    /// The bytes of the file for a content of so many bytes.
    package static func fileBytes(for contentBytes: Int) -> Int {
        let chunks = max(1, (contentBytes + chunkBytes - 1) / chunkBytes)
        return headerBytes + contentBytes + chunks * tagBytes
    }

    static func nonce(chunk: UInt64, isLast: Bool) throws(SealingError) -> AES.GCM.Nonce {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: chunk >> (56 - 8 * UInt64($0))) }
        let bytes: [UInt8] = [0, 0, 0] + number + [isLast ? 1 : 0]
        guard let nonce = try? AES.GCM.Nonce(data: bytes) else { throw .notEncrypted }
        return nonce
    }
}

/// Encrypts one file while its content arrives. Memory holds one chunk.
package struct FileSealer: Sendable {
    /// The first bytes of the file.
    package let header: [UInt8]
    private let key: SymmetricKey
    private let binding: [UInt8]
    private var chunk: UInt64 = 0
    private var pending: [UInt8] = []

    package init(_ part: AttachmentPart, of record: AttachmentRecord, key: AttachmentKey) {
        let salt = SymmetricKey(size: SymmetricKeySize(bitCount: SealedFormat.saltBytes * 8))
            .withUnsafeBytes { Array($0) }
        header = SealedFormat.magic + salt
        self.key = key.fileKey(salt: salt, for: part, of: record)
        binding = record.bytes(of: part)
    }

    /// Returns the bytes of the file that the content completes.
    package mutating func update(_ content: [UInt8]) throws(SealingError) -> [UInt8] {
        pending += content
        var sealed: [UInt8] = []
        var start = 0
        // The last chunk may be a full one, so one chunk waits until more content follows it.
        while pending.count - start > SealedFormat.chunkBytes {
            let end = start + SealedFormat.chunkBytes
            sealed += try seal(Array(pending[start..<end]), isLast: false)
            start = end
        }
        pending.removeFirst(start)
        return sealed
    }

    /// Returns the last bytes of the file.
    package mutating func finish() throws(SealingError) -> [UInt8] {
        defer { pending = [] }
        return try seal(pending, isLast: true)
    }

    private mutating func seal(_ content: [UInt8], isLast: Bool) throws(SealingError) -> [UInt8] {
        let nonce = try SealedFormat.nonce(chunk: chunk, isLast: isLast)
        guard let box = try? AES.GCM.seal(content, using: key, nonce: nonce, authenticating: binding) else {
            throw .notEncrypted
        }
        chunk += 1
        return Array(box.ciphertext) + Array(box.tag)
    }
}

/// Decrypts one file while it is read. Memory holds one chunk. What it has returned before an error was in the file at its
/// place; only `finish` says that nothing is missing.
package struct FileOpener: Sendable {
    private let key: SymmetricKey
    private let binding: [UInt8]
    private var chunk: UInt64 = 0
    private var pending: [UInt8] = []
    private static let sealedChunkBytes = SealedFormat.chunkBytes + SealedFormat.tagBytes

    /// `header` are the first `SealedFormat.headerBytes` bytes of the file.
    init(
        header: [UInt8], part: AttachmentPart, of record: AttachmentRecord, key: AttachmentKey
    ) throws(SealingError) {
        guard header.count == SealedFormat.headerBytes, header.starts(with: SealedFormat.magic) else { throw .damaged }
        let salt = Array(header.dropFirst(SealedFormat.magic.count))
        self.key = key.fileKey(salt: salt, for: part, of: record)
        binding = record.bytes(of: part)
    }

    /// Returns the content that the bytes complete.
    mutating func update(_ bytes: [UInt8]) throws(SealingError) -> [UInt8] {
        pending += bytes
        var content: [UInt8] = []
        var start = 0
        while pending.count - start > Self.sealedChunkBytes {
            let end = start + Self.sealedChunkBytes
            content += try open(Array(pending[start..<end]), isLast: false)
            start = end
        }
        pending.removeFirst(start)
        return content
    }

    /// Returns the rest of the content. Throws `.damaged` when the file has no valid end.
    mutating func finish() throws(SealingError) -> [UInt8] {
        defer { pending = [] }
        return try open(pending, isLast: true)
    }

    private mutating func open(_ sealed: [UInt8], isLast: Bool) throws(SealingError) -> [UInt8] {
        let nonce = try SealedFormat.nonce(chunk: chunk, isLast: isLast)
        guard sealed.count >= SealedFormat.tagBytes,
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(SealedFormat.tagBytes),
                tag: sealed.suffix(SealedFormat.tagBytes)),
            let content = try? AES.GCM.open(box, using: key, authenticating: binding)
        else { throw .damaged }
        chunk += 1
        return Array(content)
    }
}
