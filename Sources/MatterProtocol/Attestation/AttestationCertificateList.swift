import Foundation

/// The certificates in a text in PEM form. Texts between them are comments.
package struct AttestationCertificateList: Sendable {
    /// An entry of the text that was left out.
    package struct DamagedEntry: Hashable, Sendable {
        package enum Reason: Hashable, Sendable {
            /// The text is longer than `maximumBytes`, so that nothing of it was read.
            case textTooLarge
            /// More certificates than `maximumCertificates`; this one and all after it were left out.
            case tooMany
            /// The entry is no certificate of the public key infrastructure of makers.
            case noCertificate
            /// The text ends within the entry.
            case unfinished
        }

        /// The number of the line on which the entry begins, from 1 on.
        package let line: Int
        package let reason: Reason
    }

    package static let maximumBytes = 1 << 20
    package static let maximumCertificates = 2_000
    /// The most digits of Base64 that an entry may have: many more than `AttestationCertificate.maximumBytes` need.
    private static let maximumDigits = 4_096

    /// In their order, each once.
    package private(set) var certificates: [AttestationCertificate] = []
    package private(set) var damaged: [DamagedEntry] = []
    /// The day that a comment such as `# Date: 2026-02-17` names.
    package private(set) var date: String?

    package init(_ text: [UInt8]) {
        guard text.count <= Self.maximumBytes else {
            damaged = [DamagedEntry(line: 1, reason: .textTooLarge)]
            return
        }
        var known: Set<AttestationCertificate> = []
        var entry: Entry?
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.elementsEqual(Self.beginning) {
                // The entry before has no end.
                if let entry { damaged.append(DamagedEntry(line: entry.line, reason: .unfinished)) }
                guard known.count < Self.maximumCertificates else {
                    damaged.append(DamagedEntry(line: index + 1, reason: .tooMany))
                    return
                }
                entry = Entry(line: index + 1)
            } else if line.elementsEqual(Self.end) {
                if let entry { add(entry, to: &known) }
                entry = nil
            } else if entry != nil {
                entry?.append(line, limit: Self.maximumDigits)
            } else if date == nil {
                date = Self.date(in: line)
            }
        }
        if let entry { damaged.append(DamagedEntry(line: entry.line, reason: .unfinished)) }
    }

    private mutating func add(_ entry: Entry, to known: inout Set<AttestationCertificate>) {
        guard let certificate = entry.certificate else {
            return damaged.append(DamagedEntry(line: entry.line, reason: .noCertificate))
        }
        if known.insert(certificate).inserted { certificates.append(certificate) }
    }

    // MARK: Text

    private static let beginning = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let end = Array("-----END CERTIFICATE-----".utf8)
    private static let dateComment = Array("# Date: ".utf8)

    private struct Entry {
        let line: Int
        private var digits: [UInt8] = []
        private var isTooLong = false

        init(line: Int) { self.line = line }

        mutating func append(_ line: ArraySlice<UInt8>, limit: Int) {
            guard !isTooLong, digits.count + line.count <= limit else {
                isTooLong = true
                return
            }
            digits += line
        }

        var certificate: AttestationCertificate? {
            guard !isTooLong, let bytes = Data(base64Encoded: Data(digits)) else { return nil }
            return AttestationCertificate(Array(bytes))
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let head = line.drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return [] }
        return head[...last]
    }

    /// Nil for a line that names no day in the form of ISO 8601.
    private static func date(in line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: dateComment) else { return nil }
        let day = line.dropFirst(dateComment.count)
        guard day.count == 10 else { return nil }
        for (index, byte) in day.enumerated() {
            let isDash = index == 4 || index == 7
            guard isDash ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte) else { return nil }
        }
        return String(decoding: day, as: UTF8.self)
    }
}
