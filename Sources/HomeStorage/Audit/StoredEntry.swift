import Foundation
import HomeModel

/// An entry as it is sealed into a record: people appear as pseudonyms, and what is theirs stands under their own keys.
struct StoredEntry: Sendable {
    let entry: AuditEntry
    let personal: [PersonalPart]
}

/// What an entry holds of one person. Without their key only the pseudonym is left.
struct PersonalPart: Sendable, Codable {
    private static let field = Array("\"pseudonym\":\"".utf8)

    let pseudonym: String
    let sealed: Data

    /// The pseudonyms of the parts of an entry, found in its JSON without decoding it. Texts of an entry cannot imitate one:
    /// their quotation marks are escaped.
    static func pseudonyms(in payload: Data) -> [String] {
        payload.withUnsafeBytes { payload in
            var found: [String] = []
            var rest = payload[...]
            while let place = UnsafeRawBufferPointer(rebasing: rest).firstPlace(of: field) {
                let text = rest.dropFirst(place + field.count)
                let end = text.firstIndex(of: UInt8(ascii: "\"")) ?? text.endIndex
                found.append(String(decoding: text[..<end], as: UTF8.self))
                rest = text[end...]
            }
            return found
        }
    }
}

/// What a `PersonalPart` seals.
struct PersonalContent: Sendable, Codable {
    let person: String
    let client: ClientID?
    /// Of the thing of theirs to which something was done.
    let target: String?
    let metadata: [String: String]?
}

extension StoredEntry: Codable {
    private enum CodingKeys: String, CodingKey { case personal }

    init(from decoder: any Decoder) throws {
        entry = try AuditEntry(from: decoder)
        // Absent where nobody is concerned, and in what earlier versions wrote.
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
    /// The same fact with other personal parts.
    func with(
        actor: String, client: ClientID?, target: String?, concerned: String?, metadata: [String: String]
    ) -> AuditEntry {
        AuditEntry(
            event, severity, actor: actor, role: role, client: client, target: target, concernedText: concerned,
            success: success, count: count, requestID: requestID, metadata: metadata)
    }
}
