import HomeKitProtocol

/// What an accessory keeps over a restart: its identity, its pairings and its counters.
struct AccessoryRecord: Sendable {
    /// The largest configuration number that the specification allows; the next one is 1.
    private static let largestConfigurationNumber: UInt32 = 65_535

    let identity: AccessoryIdentity
    var pairings = PairingList()
    /// Wrong setup codes since the last right one.
    var failedAttempts = 0
    /// `c#`
    var configurationNumber: UInt32 = 1

    init(identity: AccessoryIdentity) { self.identity = identity }

    /// A record with a fresh key, and a fresh identifier unless one is given.
    static func fresh(identifier: String?) -> AccessoryRecord {
        let bytes = (0..<6).map { _ in UInt8.random(in: 0...255) }
        let fresh = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return AccessoryRecord(
            identity: AccessoryIdentity(
                identifier: identifier ?? fresh.joined(separator: ":"), key: LongTermKey()))
    }

    var isPaired: Bool { !pairings.controllers.isEmpty }

    mutating func countConfiguration() {
        let isLast = configurationNumber >= Self.largestConfigurationNumber
        configurationNumber = isLast ? 1 : configurationNumber + 1
    }
}
