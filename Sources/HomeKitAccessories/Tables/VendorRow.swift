package import HomeModel

/// A characteristic that a manufacturer defined, and the capability that it stands for. It counts in every service, even
/// in a hidden one: Koogeek hides the power of its switches there.
package struct VendorRow: Sendable {
    package let vendor: String
    package let type: HAPType
    package let kind: CapabilityKind
    package let label: PartID?
    /// canonical = device × factor
    let factor: Double
    /// The unit of a generic number.
    let unit: String?
    /// The words of a choice.
    let words: [NumberedWord]
    /// Whether the gateway sets it too.
    let isSettable: Bool
    /// The characteristic that receives the choice, and its words.
    let target: HAPType?
    let commands: [NumberedWord]

    private init(
        _ vendor: String, uuid: StaticString, kind: CapabilityKind, label: String? = nil, factor: Double = 1,
        unit: String? = nil, words: [NumberedWord] = [], isSettable: Bool = false, target: String? = nil,
        commands: [NumberedWord] = []
    ) {
        self.vendor = vendor
        // A test checks that every UUID in the table can be parsed.
        type = HAPType("\(uuid)") ?? HAPType(number: 0)
        self.kind = kind
        self.label = label.flatMap { PartID($0) }
        self.factor = factor
        self.unit = unit
        self.words = words
        self.isSettable = isSettable
        self.target = target.flatMap { HAPType($0) }
        self.commands = commands
    }

    package var name: CapabilityName { CapabilityName(kind, label: label) }

    /// Source: the HomeKit integration of Home Assistant and its library aiohomekit; fakegato-history and homebridge-lib
    /// for Eve; the descriptions that the devices send themselves.
    package static let all: [VendorRow] = [
        VendorRow("Eve", uuid: "E863F10A-079E-48FF-8F27-9C2605A29F52", kind: .voltage),
        VendorRow("Eve", uuid: "E863F126-079E-48FF-8F27-9C2605A29F52", kind: .current),
        VendorRow("Eve", uuid: "E863F10D-079E-48FF-8F27-9C2605A29F52", kind: .power),
        VendorRow("Eve", uuid: "E863F10C-079E-48FF-8F27-9C2605A29F52", kind: .energy),
        VendorRow("Eve", uuid: "E863F10F-079E-48FF-8F27-9C2605A29F52", kind: .pressure),
        // In ppm in the first generation of Eve Room, and in ppb in the second.
        VendorRow("Eve", uuid: "E863F10B-079E-48FF-8F27-9C2605A29F52", kind: .number, label: "voc-level"),
        VendorRow(
            "Eve", uuid: "E863F12E-079E-48FF-8F27-9C2605A29F52", kind: .number, label: "valve-position", unit: "%"),
        VendorRow("Eve", uuid: "E863F129-079E-48FF-8F27-9C2605A29F52", kind: .number, label: "times-opened"),
        VendorRow("Koogeek", uuid: "4AAAF931-0DEC-11E5-B939-0800200C9A66", kind: .power),
        VendorRow("Koogeek", uuid: "7BBBA96E-EB2D-11E5-A837-0800200C9A66", kind: .power),
        VendorRow("Netatmo", uuid: "B3BBFABC-D78C-5B8D-948C-5DAC1EE2CDE5", kind: .noise),
        VendorRow("VOCOlinc", uuid: "FC093458-18F0-4B1D-8360-BB68A3FCC9C5", kind: .power),
        VendorRow(
            "VOCOlinc", uuid: "69D52519-0A4E-4898-8335-4739F9116D0A", kind: .number, label: "spray-level",
            isSettable: true),
        VendorRow("ConnectSense", uuid: "00000008-0000-1000-8000-001D4B474349", kind: .voltage),
        VendorRow("ConnectSense", uuid: "00000004-0000-1000-8000-001D4B474349", kind: .current),
        VendorRow("ConnectSense", uuid: "00000009-0000-1000-8000-001D4B474349", kind: .current),
        VendorRow("ConnectSense", uuid: "0000000A-0000-1000-8000-001D4B474349", kind: .power),
        VendorRow("ConnectSense", uuid: "0000000B-0000-1000-8000-001D4B474349", kind: .powerFactor, factor: 0.01),
        VendorRow("ConnectSense", uuid: "0000000C-0000-1000-8000-001D4B474349", kind: .energy),
        VendorRow(
            "Ecobee", uuid: "B7DDB9A3-54BB-4572-91D2-F1F5B0510F8C", kind: .choice, label: "comfort",
            words: comfort + [NumberedWord(3, word: "hold")], target: "1B300BC2-CFFC-47FF-89F9-BD6CCF5F2853",
            commands: comfort),
        VendorRow(
            "Ecobee", uuid: "E4489BBC-5227-4569-93E5-B345E3E5508F", kind: .heatingSetPoint, label: "home",
            isSettable: true),
        VendorRow(
            "Ecobee", uuid: "7D381BAA-20F9-40E5-9BE9-AEB92D4BECEF", kind: .coolingSetPoint, label: "home",
            isSettable: true),
        VendorRow(
            "Ecobee", uuid: "05B97374-6DC0-439B-A0FA-CA33F612D425", kind: .heatingSetPoint, label: "sleep",
            isSettable: true),
        VendorRow(
            "Ecobee", uuid: "A251F6E7-AC46-4190-9C5D-3D06277BDF9F", kind: .coolingSetPoint, label: "sleep",
            isSettable: true),
        VendorRow(
            "Ecobee", uuid: "73AAB542-892A-4439-879A-D2A883724B69", kind: .heatingSetPoint, label: "away",
            isSettable: true),
        VendorRow(
            "Ecobee", uuid: "5DA985F0-898A-4850-B987-B76C6C78D670", kind: .coolingSetPoint, label: "away",
            isSettable: true),
        VendorRow("Ecobee", uuid: "1B1515F2-CC45-409F-991F-C480987F92C3", kind: .text, label: "message"),
    ]

    private static let comfort = [
        NumberedWord(0, word: "home"), NumberedWord(1, word: "sleep"), NumberedWord(2, word: "away"),
    ]

    /// The first piece of the ids of parts for services that a manufacturer defined.
    static let parts: [HAPType: String] = Dictionary(
        [
            ("4AAAF930-0DEC-11E5-B939-0800200C9A66", "meter"), ("7BBBA977-EB2D-11E5-A837-0800200C9A66", "meter"),
            ("E863F00A-079E-48FF-8F27-9C2605A29F52", "air-pressure"), ("6237CEFC-9F4D-54B2-8033-2EDA0053B811", "noise"),
        ].compactMap { text, word in HAPType(text).map { ($0, word) } }
    ) { first, _ in first }

    static let byType = Dictionary(all.map { ($0.type, $0) }) { first, _ in first }
}
