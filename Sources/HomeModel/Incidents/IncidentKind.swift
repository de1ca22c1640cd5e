/// What an incident that a person opened is about, from which the fitting steps follow. The raw value stays the same in
/// later versions.
package enum IncidentKind: String, Sendable, Codable, CaseIterable {
    /// A phone or a computer with access to the home was lost or stolen.
    case lostPhone
    /// A person had access who should not have it.
    case unwantedPerson
    /// A device of the home does what it should not do.
    case strangeDevice
    /// A key of the home may have been copied.
    case copiedKey
}
