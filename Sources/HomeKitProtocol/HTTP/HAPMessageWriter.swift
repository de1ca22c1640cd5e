/// Puts the parts of an HTTP message together.
enum HAPMessageWriter {
    /// The lines with CRLF after each, an empty line, and the body. Throws `.forbiddenCharacter` if a line contains a
    /// control character.
    static func bytes(lines: [String], body: [UInt8]) throws(HAPMessageError) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .forbiddenCharacter }
            bytes += line.utf8
            bytes += [0x0D, 0x0A]
        }
        bytes += [0x0D, 0x0A]
        return bytes + body
    }

    /// The body in chunks of `bytes` bytes, and the empty chunk that ends it.
    static func chunks(of body: [UInt8], bytes size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(max(size, 1))
            bytes += String(chunk.count, radix: 16).utf8
            bytes += [0x0D, 0x0A] + chunk + [0x0D, 0x0A]
            rest = rest.dropFirst(chunk.count)
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }
}
