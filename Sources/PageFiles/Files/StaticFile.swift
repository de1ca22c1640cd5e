import CZlib
import Crypto
import Foundation
import HomeModel
package import NIOCore

/// A static file for browsers.
package struct StaticFile: Sendable {
    package let contentType: String
    /// Made once: all responses share these bytes.
    package let bytes: ByteBuffer
    /// Nil when compression makes the file no smaller.
    package let gzipped: ByteBuffer?
    /// The hash of its content, to be quoted as an entity tag. Source: RFC 9110 §8.8.3.
    package let hash: String

    init(_ name: String, bytes: [UInt8]) {
        contentType = Self.contentType(of: name)
        self.bytes = ByteBuffer(bytes: bytes)
        gzipped = Gzip.compressed(bytes).flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil }
        hash = bytes.contentHash
    }

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}

extension Sequence<UInt8> {
    /// The beginning of the SHA-256 in hexadecimal: short enough for an address, and long enough to be unique.
    var contentHash: String {
        SHA256.hash(data: Data(self)).prefix(10).hexadecimal
    }
}

/// Compression for `Content-Encoding: gzip`. Source: RFC 1952.
package enum Gzip {
    /// The compressed bytes; nil when memory is short.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
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
