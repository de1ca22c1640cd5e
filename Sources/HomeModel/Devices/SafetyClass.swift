/// How much harm a command can do.
package enum SafetyClass: String, Sendable, Codable, CaseIterable {
    case routine
    /// Needs a fresh step-up.
    case sensitive
}
