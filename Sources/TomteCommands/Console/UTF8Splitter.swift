/// Divides a stream of UTF-8 between characters, wherever its pieces end.
struct UTF8Splitter {
    /// The beginning of an incomplete character: at most three bytes.
    private var rest: [UInt8] = []

    /// Adds bytes and returns all complete characters that were not returned before.
    mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        let all = rest + bytes
        let cut = all.suffix(3).lastIndex { $0 >= 0xC0 }.map { all.count - $0 < Self.length(all[$0]) ? $0 : all.count }
        rest = Array(all[(cut ?? all.count)...])
        return Array(all[..<(cut ?? all.count)])
    }

    /// The length in bytes of the character that begins with `byte`. Source: RFC 3629 §3.
    private static func length(_ byte: UInt8) -> Int { byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2 }
}
