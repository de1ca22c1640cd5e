import Foundation
import HTTPTypes
import HomeModel

/// What a body must be beyond what `JSONDecoder` asks: UTF-8 without a byte order mark, with each member of an object once.
///
/// `JSONDecoder` also reads UTF-16 and UTF-32, and of two members of one name takes one.
struct JSONText {
    /// `JSONDecoder` refuses what is nested more deeply.
    private static let deepest = 512
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    private var position = 0
    /// The names of each object that is open; nil for a list.
    private var open: [Set<String>?] = []
    private var isNameNext = false

    /// Throws unless it is UTF-8 and no member is there twice. Whether it is JSON is left to the decoder.
    static func check(_ data: Data) throws(Problem) {
        let bytes = Array(data)
        // No JSON text has a zero byte, and in UTF-16 and UTF-32 every one does.
        guard !bytes.contains(0), !bytes.starts(with: byteOrderMark), String(validating: bytes, as: UTF8.self) != nil
        else { throw Problem(.badRequest, "malformed", "The body must be UTF-8 without a byte order mark.") }
        var text = JSONText(bytes: bytes)
        try text.scan()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func scan() throws(Problem) {
        while position < bytes.count, open.count <= Self.deepest {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"):
                open.append([])
                isNameNext = true
            case UInt8(ascii: "["):
                open.append(nil)
                isNameNext = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                isNameNext = false
            case UInt8(ascii: ","): isNameNext = open.last.map { $0 != nil } ?? false
            case UInt8(ascii: "\""): try readString()
            default: break
            }
        }
    }

    /// Reads on behind the string that has just begun; a name is noted.
    private mutating func readString() throws(Problem) {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(position, bytes.count)
        position = end + 1
        guard isNameNext, let last = open.indices.last else { return }
        isNameNext = false
        let name = Self.name(bytes[start..<end])
        guard let isNew = open[last]?.insert(name).inserted, !isNew else { return }
        throw Problem(
            .badRequest, "repeated", "“\(InertText(name, limit: 64))” is there twice. Name each member once.",
            field: InertText(name, limit: 64).description)
    }

    /// A name as the decoder reads it: `\u0061` is `a`.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "\\")) else { return plain }
        let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        return (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? plain
    }
}
