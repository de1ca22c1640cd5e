/// What stands before the body of an answer.
struct AnswerHead {
    struct Unreadable: Error {}

    let status: Int
    /// Where the body begins, and how long it is.
    let end: Int
    let length: Int

    /// Nil while it is not whole yet.
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
