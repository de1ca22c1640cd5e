/// Recognises a PDF file by its first and its last bytes, while it arrives. Source: ISO 32000-2 §7.5.
package struct DocumentScanner: Sendable {
    private static let beginnings = ["%PDF-1.", "%PDF-2."].map { Array($0.utf8) }
    private static let end = Array("%%EOF".utf8)
    /// Some programs write a little after the mark of the end.
    private static let tailBytes = 2048

    private var head: [UInt8] = []
    private var tail: [UInt8] = []

    package init() {}

    package mutating func add(_ bytes: [UInt8]) {
        if head.count < 7 { head += bytes.prefix(7 - head.count) }
        tail = Array((tail + bytes.suffix(Self.tailBytes)).suffix(Self.tailBytes))
    }

    /// Whether the bytes so far can still become a PDF file.
    package var canBePDF: Bool { Self.beginnings.contains { $0.starts(with: head) } }

    /// Whether all bytes together begin and end like a PDF file.
    package var isPDF: Bool {
        guard Self.beginnings.contains(head), tail.count >= Self.end.count else { return false }
        return (0...tail.count - Self.end.count).contains { tail[$0...].starts(with: Self.end) }
    }
}
