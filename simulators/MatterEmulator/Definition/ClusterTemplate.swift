/// A cluster of an endpoint. The node computes its global attributes.
package struct ClusterTemplate: Sendable {
    package let id: UInt32
    package let revision: UInt16
    /// `FeatureMap`
    package let features: UInt32
    package var attributes: [AttributeTemplate]
    package var commands: [CommandTemplate]
    /// The least privilege with which the events are read.
    package var eventPrivilege: AccessPrivilege

    package init(
        _ id: UInt32, revision: UInt16, features: UInt32 = 0, attributes: [AttributeTemplate] = [],
        commands: [CommandTemplate] = [], eventPrivilege: AccessPrivilege = .view
    ) {
        self.id = id
        self.revision = revision
        self.features = features
        self.attributes = attributes
        self.commands = commands
        self.eventPrivilege = eventPrivilege
    }
}

/// The numbers of the clusters that the emulator has.
package enum ClusterID {
    package static let identify: UInt32 = 0x0003
    package static let groups: UInt32 = 0x0004
    package static let onOff: UInt32 = 0x0006
    package static let levelControl: UInt32 = 0x0008
    package static let descriptor: UInt32 = 0x001D
    package static let accessControl: UInt32 = 0x001F
    package static let basicInformation: UInt32 = 0x0028
    package static let powerSource: UInt32 = 0x002F
    package static let generalCommissioning: UInt32 = 0x0030
    package static let networkCommissioning: UInt32 = 0x0031
    package static let generalDiagnostics: UInt32 = 0x0033
    package static let bridgedInformation: UInt32 = 0x0039
    package static let switchCluster: UInt32 = 0x003B
    package static let administratorCommissioning: UInt32 = 0x003C
    package static let operationalCredentials: UInt32 = 0x003E
    package static let groupKeyManagement: UInt32 = 0x003F
    package static let booleanState: UInt32 = 0x0045
    package static let runMode: UInt32 = 0x0054
    package static let cleanMode: UInt32 = 0x0055
    package static let smokeAlarm: UInt32 = 0x005C
    package static let operationalState: UInt32 = 0x0060
    package static let vacuumState: UInt32 = 0x0061
    package static let electricalPower: UInt32 = 0x0090
    package static let electricalEnergy: UInt32 = 0x0091
    package static let powerTopology: UInt32 = 0x009C
    package static let doorLock: UInt32 = 0x0101
    package static let windowCovering: UInt32 = 0x0102
    package static let thermostat: UInt32 = 0x0201
    package static let fanControl: UInt32 = 0x0202
    package static let colorControl: UInt32 = 0x0300
    package static let illuminance: UInt32 = 0x0400
    package static let temperature: UInt32 = 0x0402
    package static let humidity: UInt32 = 0x0405
    package static let occupancy: UInt32 = 0x0406
}

/// The attributes that every cluster has.
package enum GlobalAttribute {
    package static let generatedCommands: UInt32 = 0xFFF8
    package static let acceptedCommands: UInt32 = 0xFFF9
    package static let attributes: UInt32 = 0xFFFB
    package static let features: UInt32 = 0xFFFC
    package static let revision: UInt32 = 0xFFFD
}
