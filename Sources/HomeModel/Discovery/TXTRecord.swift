/// The attributes of a DNS-SD TXT record (RFC 6763 §6): keys are compared without case, the first of several equal keys
/// is used, values are bytes. All data comes from the network; data beyond the limits is left out.
package struct TXTRecord: Hashable, Sendable {
    package static let maximumEntries = 256
    package static let maximumEntryBytes = 255
    package static let maximumBytes = 8192

    private var values: [String: [UInt8]] = [:]

    package init(entries: some Sequence<[UInt8]> = []) {
        var bytesLeft = Self.maximumBytes
        for entry in entries.prefix(Self.maximumEntries) where entry.count <= Self.maximumEntryBytes {
            bytesLeft -= entry.count
            guard bytesLeft >= 0 else { return }
            let split = entry.firstIndex(of: UInt8(ascii: "=")) ?? entry.endIndex
            guard let key = Self.key(entry[..<split]), values[key] == nil else { continue }
            values[key] = Array(entry[split...].dropFirst())
        }
    }

    package var keys: Set<String> { Set(values.keys) }

    /// The bytes of an attribute; empty for a key without a value.
    package subscript(key: String) -> [UInt8]? { values[key.lowercased()] }

    /// The attribute as text; nil when it is missing, empty, not UTF-8 or longer than `limit` characters.
    package func text(_ key: String, limit: Int = 255) -> String? {
        guard let bytes = self[key], let text = String(validating: bytes, as: UTF8.self), !text.isEmpty,
            text.count <= limit
        else { return nil }
        return text
    }

    /// The attribute as a decimal number; nil when it is missing, not digits only, or above `maximum`.
    package func number(_ key: String, upTo maximum: UInt32 = .max, leadingZeros: Bool = true) -> UInt32? {
        self[key].flatMap { Self.decimal($0[...], upTo: maximum, leadingZeros: leadingZeros) }
    }

    /// The number of decimal digits without sign or spaces; nil for anything else and for an overflow.
    static func decimal(_ digits: ArraySlice<UInt8>, upTo maximum: UInt32, leadingZeros: Bool) -> UInt32? {
        guard (1...maximumEntryBytes).contains(digits.count) else { return nil }
        guard leadingZeros || digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        var number: UInt32 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt32(digit - UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            number = sum
        }
        return number <= maximum ? number : nil
    }

    /// The key in lower case; nil unless it is printable US-ASCII, because no known key contains other bytes.
    private static func key(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }
}
