package import Foundation
package import HomeModel

/// `GET /capabilities`: a row of the catalogue of capabilities.
package struct CapabilityRowBody: Codable, Sendable {
    /// How the gateway stores the values of a kind.
    package enum Recording: String, Codable, Sendable, CaseIterable { case readings, changes, none }

    /// What decides whether a command needs a PIN.
    package enum Safety: String, Codable, Sendable, CaseIterable { case routine, byPurpose, sensitive }

    /// The words of a value: an option of a choice, or a boolean.
    package struct Words: Codable, Sendable {
        package let value: CapabilityValue
        package let text: LocalizedText
        /// Absent for a state that only the device itself enters.
        package let command: LocalizedText?
        /// What has happened; absent for a value that is no alarm.
        package let alarm: LocalizedText?
    }

    package let kind: CapabilityKind
    package let type: ValueType
    /// The canonical unit of its numbers.
    package let unit: String?
    package let minimum: Double?
    package let maximum: Double?
    /// The smallest step of a control, for a kind that is set in steps.
    package let step: Double?
    /// The decimals to show; absent when they depend on the number.
    package let decimals: Int?
    package let recording: Recording
    package let retention: RecordKind?
    package let isCounter: Bool
    package let hasFlow: Bool
    package let travels: Bool
    package let safety: Safety
    /// The values to which a command is routine, of a kind whose other commands are sensitive.
    package let routineValues: [String]?
    package let icon: String
    package let domain: CapabilityDomain
    package let name: LocalizedText
    package let plural: LocalizedText?
    package let values: [Words]
    package let isOnTiles: Bool
    package let isListedLast: Bool

    package init(_ row: CapabilityRow) {
        let (facts, display) = (row.facts, row.display)
        kind = row.kind
        type = facts.valueType
        unit = facts.unit?.rawValue
        let isBounded = facts.valueType == .number && facts.range.upperBound < .greatestFiniteMagnitude
        minimum = isBounded ? facts.range.lowerBound : nil
        maximum = isBounded ? facts.range.upperBound : nil
        step = display.step
        decimals = display.decimals
        recording =
            switch facts.recording {
            case .reading: .readings
            case .stateChange: .changes
            case .none: .none
            }
        retention = row.kind.recordKind
        isCounter = facts.isCounter
        hasFlow = facts.hasFlow
        travels = facts.travels
        (safety, routineValues) =
            switch row.safety {
            case .routine: (.routine, nil)
            case .byPurpose: (.byPurpose, nil)
            case .sensitive(let harmless): (.sensitive, harmless)
            }
        icon = display.icon
        domain = display.domain
        name = display.name
        plural = display.plural
        values = display.values.map {
            Words(value: $0.value, text: $0.text, command: $0.command, alarm: $0.alarm)
        }
        isOnTiles = display.isOnTiles
        isListedLast = display.isListedLast
    }

    /// The rows of the catalogue as JSON, in its order. The same bytes in every process, because they are part of the
    /// page's version.
    package static let encodedCatalogue: Data = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(CapabilityCatalogue.rows.map { CapabilityRowBody($0) })) ?? Data("[]".utf8)
    }()
}
