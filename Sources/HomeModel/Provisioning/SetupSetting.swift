/// A setting that the gateway writes to a device, for a person to read before.
package struct SetupSetting: Hashable, Sendable {
    /// The value of a setting. A secret has no value here, because it is created only when the setup starts.
    package enum Value: Hashable, Sendable {
        case text(String)
        /// A new password, for this device only.
        case password
        /// The certificate authority of the home's broker.
        case authority
        /// The fingerprint of the public key of the home's broker.
        case keyFingerprint
    }

    /// The name of the setting in the firmware.
    package let name: String
    package let value: Value

    package init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}
