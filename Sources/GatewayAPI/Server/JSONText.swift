import Foundation
import HTTPTypes
import HomeModel

/// Checks what `JSONDecoder` does not: that a body is UTF-8 without a byte order mark, and that each member of an
/// object is there once.
///
/// `JSONDecoder` also reads UTF-16 and UTF-32, and uses one of two members with the same name.
struct JSONText {
    /// The deepest nesting that `JSONDecoder` accepts.
    private static let deepest = 512
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    private var position = 0
    /// The member names of each open object; nil for an open list.
    private var open: [Set<String>?] = []
    private var isNameNext = false

    /// Throws unless the body is UTF-8 without a byte order mark, and no member is repeated. The decoder checks whether
    /// it is JSON.
    static func check(_ data: Data) throws(Problem) {
        let bytes = Array(data)
        // JSON in UTF-8 contains no zero byte, and every JSON text in UTF-16 or UTF-32 does.
        guard !bytes.contains(0), !bytes.starts(with: byteOrderMark), String(validating: bytes, as: UTF8.self) != nil
        else {
            throw Problem(.badRequest, code: "malformed", detail: "The body must be UTF-8 without a byte order mark.")
        }
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

    /// Reads the rest of the string that has just begun. If it is a member name, records it, and throws if the object
    /// already has it.
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
            .badRequest, code: "repeated",
            detail: "“\(EscapedText(name, limit: 64))” is there twice in one object. Write each member once.",
            field: EscapedText(name, limit: 64).description)
    }

    /// The name as the decoder reads it: `\u0061` is `a`.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "\\")) else { return plain }
        let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        return (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? plain
    }
}
