/// Names one rotation of the home's keys. Keys are stored with the rotation for which they were made, so that no clock
/// decides which of them are new.
package struct KeyRotationID: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}
