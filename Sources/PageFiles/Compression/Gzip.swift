import CZlib

/// Compression for `Content-Encoding: gzip`. Source: RFC 1952.
enum Gzip {
    /// The compressed bytes; nil when memory is short.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // zlib stores the address of the stream.
        return withUnsafeMutablePointer(to: &stream) { stream in
            guard tomte_deflate_init_gzip(stream) == Z_OK else { return nil }
            defer { deflateEnd(stream) }
            var input = bytes
            let most = Int(deflateBound(stream, UInt(bytes.count)))
            return input.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(clamping: input.count)
                let output = [UInt8](unsafeUninitializedCapacity: most) { output, count in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(clamping: most)
                    count = deflate(stream, Z_FINISH) == Z_STREAM_END ? most - Int(stream.pointee.avail_out) : 0
                }
                return output.isEmpty ? nil : output
            }
        }
    }
}
