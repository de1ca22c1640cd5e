import Foundation
import HomeModel

/// The content of a record before encryption: people are replaced by pseudonyms, and their data is encrypted under
/// their own keys.
struct StoredEntry: Sendable {
    let entry: AuditEntry
    let personal: [PersonalPart]
}

/// The data of one person in an entry. Without the key of the person, only the pseudonym can be read.
struct PersonalPart: Sendable, Codable {
    private static let field = Array("\"pseudonym\":\"".utf8)

    let pseudonym: String
    let sealed: Data

    /// Finds the pseudonyms of the parts of an entry in its JSON without decoding it. The texts of an entry cannot
    /// imitate one, because JSON escapes their quotes.
    static func pseudonyms(in payload: Data) -> [String] {
        payload.withUnsafeBytes { payload in
            var found: [String] = []
            var rest = payload[...]
            while let place = UnsafeRawBufferPointer(rebasing: rest).firstOffset(of: field) {
                let text = rest.dropFirst(place + field.count)
                let end = text.firstIndex(of: UInt8(ascii: "\"")) ?? text.endIndex
                found.append(String(decoding: text[..<end], as: UTF8.self))
                rest = text[end...]
            }
            return found
        }
    }
}

/// The content that a `PersonalPart` encrypts.
struct PersonalContent: Sendable, Codable {
    let person: String
    let client: ClientID?
    /// The target of the action, if it belongs to the person.
    let target: String?
    let metadata: [String: String]?
}

extension StoredEntry: Codable {
    private enum CodingKeys: String, CodingKey { case personal }

    init(from decoder: any Decoder) throws {
        entry = try AuditEntry(from: decoder)
        // Absent when no person is concerned, and in entries of earlier versions.
        personal =
            try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                [PersonalPart].self, forKey: .personal) ?? []
    }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        guard !personal.isEmpty else { return }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(personal, forKey: .personal)
    }
}

extension AuditEntry {
    /// Returns the same entry with other personal data.
    func with(
        actor: String, client: ClientID?, target: String?, concerned: String?, metadata: [String: String]
    ) -> AuditEntry {
        AuditEntry(
            event, severity: severity, actor: actor, role: role, client: client, target: target,
            concernedText: concerned,
            success: success, count: count, requestID: requestID, metadata: metadata)
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first occurrence of `text`; nil when there is none.
    func firstOffset(of text: [UInt8]) -> Int? {
        guard let first = text.first else { return 0 }
        var offset = 0
        while let place = self[offset...].firstIndex(of: first), place + text.count <= count {
            if self[place..<place + text.count].elementsEqual(text) { return place }
            offset = place + 1
        }
        return nil
    }
}
