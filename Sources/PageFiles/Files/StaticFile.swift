import Crypto
import Foundation
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
        SHA256.hash(data: Data(self)).prefix(10).map { String(format: "%02x", $0) }.joined()
    }
}
