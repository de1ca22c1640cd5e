import Foundation

/// The identity of a controller towards one accessory: an identifier and a long-term key.
package struct ControllerIdentity: Sendable {
    package let identifier: String
    package let key: LongTermKey

    package init(identifier: String, key: LongTermKey) {
        self.identifier = identifier
        self.key = key
    }

    /// A fresh identity. The identifier is an upper-case UUID: HAP-python accepts only UUIDs, and HomeSpan only
    /// identifiers of 36 characters.
    package static func fresh() -> ControllerIdentity {
        ControllerIdentity(identifier: UUID().uuidString, key: LongTermKey())
    }
}
