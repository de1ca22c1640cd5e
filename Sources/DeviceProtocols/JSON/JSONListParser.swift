/// Decodes the entries of a JSON list one by one. An invalid entry does not affect the others, and only one entry is in
/// memory at a time.
struct JSONListParser {
    static let maximumEntries = 1024
    static let entryLimits = JSONLimits(bytes: 512 << 10, depth: 32, values: 40_000)

    private let payload: [UInt8]
    private let slices: [Range<Int>]
    private var position = 0
    private var valuesLeft = JSONLimits.inventory.values

    init(_ payload: [UInt8]) throws(DialectError) {
        let limit = JSONLimits.inventory.bytes
        guard payload.count <= limit else { throw .tooLarge(bytes: payload.count, limit: limit) }
        self.payload = payload
        slices = try Self.slices(payload)
    }

    /// Decodes the next entry and returns it with its index in the list. Throws if all entries together have too many
    /// values.
    mutating func next() throws(DialectError) -> (index: Int, entry: Result<JSONValue, DialectError>)? {
        guard position < slices.count else { return nil }
        defer { position += 1 }
        do throws(DialectError) {
            let bytes = Array(payload[slices[position]])
            let entry = try JSONValue(parsing: bytes, limits: Self.entryLimits, valuesLeft: &valuesLeft)
            return (position, .success(entry))
        } catch {
            guard valuesLeft > 0 else { throw .tooMany("values", limit: JSONLimits.inventory.values) }
            return (position, .failure(error))
        }
    }

    /// The byte ranges of the entries between the brackets of the list.
    private static func slices(_ bytes: [UInt8]) throws(DialectError) -> [Range<Int>] {
        var slices: [Range<Int>] = []
        var (depth, start, index) = (0, 0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            guard depth > 0 || byte == UInt8(ascii: "[") || isSpace(byte) else { throw .notJSON }
            switch byte {
            case UInt8(ascii: "\""): index = endOfText(bytes, from: index)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                guard depth == 0 else { break }
                guard byte == UInt8(ascii: "]"), bytes[(index + 1)...].allSatisfy(isSpace) else { throw .notJSON }
                let isEmpty = slices.isEmpty && bytes[start..<index].allSatisfy(isSpace)
                return isEmpty ? [] : slices + [start..<index]
            case UInt8(ascii: ",") where depth == 1:
                slices.append(start..<index)
                start = index + 1
                guard slices.count < maximumEntries else { throw .tooMany("entries", limit: maximumEntries) }
            default: break
            }
            index += 1
        }
        throw .notJSON
    }

    /// The index of the quotation mark that ends a text, or the end of the payload.
    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }
}
