import DeviceProtocols
package import HomeModel

/// A dialect of simulated devices, under the name that scenarios use. Each family declares its dialects in its folder,
/// and `SimulatedDialects` lists them.
package struct SimulatedDialect: Sendable {
    package let rawValue: String
    /// The device family for provisioning.
    package let family: DeviceFamily
    package let emulator: any DeviceEmulator.Type
    /// The web server through which such a device can be configured; nil if it has none.
    package let setup: (any SetupEmulator.Type)?
    /// Whether several devices may share one connection.
    package let isBridge: Bool

    init(
        _ name: String, family: DeviceFamily, emulator: any DeviceEmulator.Type,
        setup: (any SetupEmulator.Type)? = nil, isBridge: Bool = false
    ) {
        self.setup = setup
        rawValue = name
        self.family = family
        self.emulator = emulator
        self.isBridge = isBridge
    }

    /// Whether the family needs the MAC address of a device for its credential.
    package var needsMAC: Bool { DeviceFamilies.definition(of: family)?.macRequirement != nil }
}

extension SimulatedDialect: RawRepresentable, CaseIterable {
    package static var allCases: [SimulatedDialect] { SimulatedDialects.all }

    /// Returns nil for a name that no dialect has.
    package init?(rawValue: String) {
        guard let dialect = SimulatedDialects.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = dialect
    }
}

/// Dialects are equal if their names are.
extension SimulatedDialect: Hashable, CustomStringConvertible {
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    package var description: String { rawValue }
}
