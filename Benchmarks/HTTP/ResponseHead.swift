/// The status line and headers of an HTTP response.
struct ResponseHead {
    /// The head is not a valid HTTP response.
    struct Unreadable: Error {}

    let status: Int
    /// The offset at which the body begins, and its length.
    let end: Int
    let length: Int

    /// Parses the head at the beginning of `bytes`. Returns nil while it is not complete. Throws `Unreadable`.
    init?(in bytes: [UInt8]) throws {
        guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = lines.first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        guard let status, let length = status == 204 ? 0 : length else { throw Unreadable() }
        (self.status, end, self.length) = (status, blank.upperBound, length)
    }
}
