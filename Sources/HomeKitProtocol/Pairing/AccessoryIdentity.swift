/// The identity of a simulated accessory: the value `id` of its TXT record, and a long-term key.
package struct AccessoryIdentity: Sendable {
    package let identifier: String
    package let key: LongTermKey

    package init(identifier: String, key: LongTermKey) {
        self.identifier = identifier
        self.key = key
    }
}
