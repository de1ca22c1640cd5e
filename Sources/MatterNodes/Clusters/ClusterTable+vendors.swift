extension ClusterTable {
    // Clusters of manufacturers, as far as something is known about them, and a draft that some nodes still have.

    static let vendors: [ClusterDefinition] = [eve, neo, inovelli, heiman, thirdReality, draftElectricalMeasurement]

    static let eve = ClusterDefinition(
        0x130A_FC01, name: "Eve",
        attributes: [
            Attribute(0x130A_0006, name: "TimesOpened", type: .unsigned),
            Attribute(0x130A_0008, name: "Voltage", type: .float),
            Attribute(0x130A_0009, name: "Current", type: .float),
            Attribute(0x130A_000A, name: "Watt", type: .float),
            Attribute(0x130A_000B, name: "WattAccumulated", type: .float),
            Attribute(0x130A_000D, name: "MotionSensitivity", type: .unsigned, traits: [.writable]),
            Attribute(0x130A_000E, name: "WattAccumulatedControlPoint", type: .float),
            Attribute(0x130A_0010, name: "ObstructionDetected", type: .boolean),
            Attribute(0x130A_0013, name: "Altitude", type: .float, traits: [.writable]),
            Attribute(0x130A_0014, name: "Pressure", type: .float),
            Attribute(0x130A_0015, name: "WeatherTrend", type: .unsigned),
            Attribute(0x130A_0018, name: "ValvePosition", type: .unsigned),
        ])

    static let neo = ClusterDefinition(
        0x125D_FC11, name: "Neo",
        attributes: [
            Attribute(0x125D_0021, name: "WattAccumulated", type: .float),
            Attribute(0x125D_0022, name: "Current", type: .float),
            Attribute(0x125D_0023, name: "Watt", type: .float),
            Attribute(0x125D_0024, name: "Voltage", type: .float),
        ])

    static let inovelli = ClusterDefinition(
        0x122F_FC31, name: "Inovelli",
        attributes: [
            Attribute(0x122F_0061, name: "LedIndicatorIntensityOn", type: .unsigned, traits: [.writable]),
            Attribute(0x122F_0062, name: "LedIndicatorIntensityOff", type: .unsigned, traits: [.writable]),
            Attribute(0x122F_0106, name: "ClearNotificationWithConfigDoubleTap", type: .boolean, traits: [.writable]),
        ])

    static let heiman = ClusterDefinition(
        0x120B_FC01, name: "Heiman",
        attributes: [
            Attribute(0x120B_0010, name: "TamperAlarm", type: .unsigned),
            Attribute(0x120B_0011, name: "PreheatingState", type: .unsigned),
            Attribute(0x120B_0012, name: "NoDisturbingState", type: .unsigned),
            Attribute(0x120B_0013, name: "SensorType", type: .unsigned),
        ])

    static let thirdReality = ClusterDefinition(
        0x130D_FC02, name: "ThirdRealityMetering",
        attributes: [
            Attribute(0x0000, name: "CurrentSummationDelivered", type: .unsigned),
            Attribute(0x0301, name: "Multiplier", type: .unsigned),
            Attribute(0x0302, name: "Divisor", type: .unsigned),
            Attribute(0x0400, name: "InstantaneousDemand", type: .unsigned),
        ])

    /// The electrical measurement of a draft of Matter 1.0.
    static let draftElectricalMeasurement = ClusterDefinition(
        0x0B04, name: "ElectricalMeasurement",
        attributes: [
            Attribute(0x0505, name: "RmsVoltage", type: .unsigned),
            Attribute(0x0508, name: "RmsCurrent", type: .unsigned),
            Attribute(0x050B, name: "ActivePower", type: .signed),
            Attribute(0x0600, name: "AcVoltageMultiplier", type: .unsigned),
            Attribute(0x0601, name: "AcVoltageDivisor", type: .unsigned),
            Attribute(0x0602, name: "AcCurrentMultiplier", type: .unsigned),
            Attribute(0x0603, name: "AcCurrentDivisor", type: .unsigned),
            Attribute(0x0604, name: "AcPowerMultiplier", type: .unsigned),
            Attribute(0x0605, name: "AcPowerDivisor", type: .unsigned),
        ])
}
