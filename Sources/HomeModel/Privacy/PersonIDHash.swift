/// The keyed hash of a person's id, in hexadecimal.
///
/// Ids are made from names, so the id of a person who left the home is personal data. The hash is kept instead: it shows
/// that an id was given before, and nothing else to readers who lack the key.
package struct PersonIDHash: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}
