package import GatewayCore

extension KeyRotationID {
    /// The id of a rotation that no test has had.
    package static func fresh() -> KeyRotationID {
        KeyRotationID(rawValue: String(UInt64.random(in: .min ... .max), radix: 16))
    }
}
