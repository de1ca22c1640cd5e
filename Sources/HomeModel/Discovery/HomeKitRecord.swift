import Foundation

/// The announcement of a HomeKit accessory. Source: HomeKit Accessory Protocol, Bonjour TXT record keys.
package struct HomeKitRecord: Hashable, Sendable {
    /// Six hexadecimal bytes with colons, in lower case; the one stable identity of an accessory.
    package let accessoryID: String
    /// `c#`; when it changes, the accessory database is read again.
    package let configurationNumber: UInt32?
    /// `s#`
    package let stateNumber: UInt32?
    /// `ff`
    package let features: Features
    /// `sf`
    package let status: Status
    /// `ci`
    package let category: HomeKitCategory
    /// `md`
    package let model: EscapedText?
    /// `pv`
    package let protocolVersion: ProtocolVersion
    /// `sh`: the first four bytes of SHA-512(setup id, accessory id in upper case).
    package let setupHash: [UInt8]?

    /// The pairing methods that the accessory supports.
    package struct Features: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let appleAuthenticationCoprocessor = Features(rawValue: 1 << 0)
        package static let softwareAuthentication = Features(rawValue: 1 << 1)
    }

    /// The status flags of the accessory.
    package struct Status: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let notPaired = Status(rawValue: 1 << 0)
        package static let problem = Status(rawValue: 1 << 2)
    }

    /// The version of the HomeKit Accessory Protocol.
    package struct ProtocolVersion: Hashable, Sendable, CustomStringConvertible {
        package let major: UInt32
        package let minor: UInt32

        package static let one = ProtocolVersion(major: 1, minor: 0)

        package var description: String { "\(major).\(minor)" }
        /// Whether the major version is known; a higher one may be incompatible.
        package var isSupported: Bool { major <= 1 }
    }

    package var isPaired: Bool { !status.contains(.notPaired) }

    /// Parses the record. Throws only when the accessory has no usable `id`; any other invalid value is replaced by its
    /// default.
    package init(_ txt: TXTRecord) throws(ServiceRejection) {
        guard let id = txt["id"], !id.isEmpty else { throw .missingIdentifier }
        guard let accessoryID = Self.accessoryID(id) else { throw .malformedIdentifier }
        self.accessoryID = accessoryID
        configurationNumber = txt.number("c#")
        stateNumber = txt.number("s#")
        features = Features(rawValue: txt.number("ff") ?? 0)
        status = Status(rawValue: txt.number("sf") ?? 0)
        category = HomeKitCategory(number: txt.number("ci") ?? 1)
        model = txt.text("md").map { EscapedText($0) }
        protocolVersion = txt["pv"].flatMap(Self.version) ?? .one
        setupHash = txt.text("sh").flatMap { Data(base64Encoded: $0) }.flatMap { $0.count == 4 ? Array($0) : nil }
    }

    private static func accessoryID(_ bytes: [UInt8]) -> String? {
        let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard groups.count == 6, groups.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private static func version(_ bytes: [UInt8]) -> ProtocolVersion? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.map { TXTRecord.decimal($0, upTo: .max, leadingZeros: true) }
        guard (1...3).contains(parts.count), let major = numbers[0] else { return nil }
        guard numbers.count > 1 else { return ProtocolVersion(major: major, minor: 0) }
        return numbers[1].map { ProtocolVersion(major: major, minor: $0) }
    }
}

/// The kind of accessory that `ci` announces; unknown numbers are kept.
package enum HomeKitCategory: Hashable, Sendable, CustomStringConvertible {
    case other, bridge, fan, garageDoorOpener, lightbulb, doorLock, outlet, `switch`, thermostat, sensor
    case securitySystem, door, window, windowCovering, programmableSwitch, rangeExtender, camera, videoDoorbell
    case airPurifier, heater, airConditioner, humidifier, dehumidifier, appleTV, homePod, speaker, airPort
    case sprinkler, faucet, shower, television, remoteControl, router, audioReceiver, setTopBox, streamingStick
    case unknown(UInt32)

    package init(number: UInt32) {
        let index = Int(number) - 1
        self = Self.named.indices.contains(index) ? Self.named[index].category : .unknown(number)
    }

    /// The number on the wire.
    package var number: UInt32 {
        if case .unknown(let number) = self { return number }
        return UInt32((Self.named.firstIndex { $0.category == self } ?? 0) + 1)
    }

    package var description: String {
        if case .unknown(let number) = self { return "category \(number)" }
        return Self.named.first { $0.category == self }?.name ?? "other"
    }

    /// In the order of their numbers, from 1.
    private static let named: [(category: HomeKitCategory, name: String)] = [
        (.other, "other"), (.bridge, "bridge"), (.fan, "fan"), (.garageDoorOpener, "garage door opener"),
        (.lightbulb, "light"), (.doorLock, "lock"), (.outlet, "outlet"), (.switch, "switch"),
        (.thermostat, "thermostat"), (.sensor, "sensor"), (.securitySystem, "security system"), (.door, "door"),
        (.window, "window"), (.windowCovering, "window covering"), (.programmableSwitch, "programmable switch"),
        (.rangeExtender, "range extender"), (.camera, "camera"), (.videoDoorbell, "video doorbell"),
        (.airPurifier, "air purifier"), (.heater, "heater"), (.airConditioner, "air conditioner"),
        (.humidifier, "humidifier"), (.dehumidifier, "dehumidifier"), (.appleTV, "Apple TV"), (.homePod, "HomePod"),
        (.speaker, "speaker"), (.airPort, "AirPort"), (.sprinkler, "sprinkler"), (.faucet, "faucet"),
        (.shower, "shower"), (.television, "television"), (.remoteControl, "remote control"), (.router, "router"),
        (.audioReceiver, "audio receiver"), (.setTopBox, "set-top box"), (.streamingStick, "streaming stick"),
    ]
}
