import CZlib

/// The compressor of zlib for the files of one archive, one after another. Source: RFC 1951.
///
/// The object owns the state of zlib, some 300 KiB, whatever the size of the files.
final class DeflateHandle {
    /// The largest piece that zlib can count.
    static let maximumPiece = Int(UInt32.max)
    private static let bufferBytes = 64 << 10

    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: bufferBytes)

    /// Throws `.outOfMemory`.
    init() throws(ZIPError) {
        // zlib stores the address of the stream, so it must not move.
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard tomte_deflate_init_raw(stream) == Z_OK else { throw .outOfMemory }
    }

    deinit {
        // For a stream that could not be initialised, zlib reports an error and does nothing.
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Returns the compressed bytes that are ready. zlib keeps some of the input for later, until `isLast`; then the
    /// next call begins a new file. Throws `.compressionFailed`.
    func compress(_ bytes: [UInt8], isLast: Bool = false) throws(ZIPError) -> [UInt8] {
        guard bytes.count <= Self.maximumPiece else { throw .compressionFailed }
        var (input, output) = (bytes, [UInt8]())
        let code = input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            return run(isLast ? Z_FINISH : Z_NO_FLUSH, into: &output)
        }
        guard code == Z_OK || code == Z_BUF_ERROR || code == Z_STREAM_END,
            !isLast || code == Z_STREAM_END && deflateReset(stream) == Z_OK
        else { throw .compressionFailed }
        return output
    }

    /// Calls zlib until it needs more input, or with `Z_FINISH` until all output is there. `Z_BUF_ERROR` only says that
    /// there was nothing to do.
    private func run(_ flush: Int32, into output: inout [UInt8]) -> Int32 {
        var code = Z_OK
        repeat {
            let count = buffer.withUnsafeMutableBufferPointer { buffer in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                code = deflate(stream, flush)
                return buffer.count - Int(stream.pointee.avail_out)
            }
            output.append(contentsOf: buffer.prefix(count))
        } while flush == Z_FINISH ? code == Z_OK : code == Z_OK && stream.pointee.avail_out == 0
        return code
    }
}

/// The checksum of a file in an archive.
struct CRC32 {
    private(set) var value = UInt32(0)

    mutating func add(_ bytes: [UInt8]) {
        // For a null pointer, which an empty array may have, zlib returns the initial value.
        guard !bytes.isEmpty else { return }
        // zlib counts a piece with 32 bits, and `compress` has refused larger ones.
        value = UInt32(truncatingIfNeeded: crc32(UInt(value), bytes, UInt32(truncatingIfNeeded: bytes.count)))
    }
}
