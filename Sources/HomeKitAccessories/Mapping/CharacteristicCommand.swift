package import HomeModel

/// The writes that carry out one command, and what confirms it.
package struct CharacteristicCommand: Hashable, Sendable {
    /// The writes, for one request.
    package let writes: [CharacteristicSetting]
    /// Whether the writes must follow a `/prepare` request.
    package let isTimed: Bool
    /// The value as the accessory receives it, rounded to its scale. Reports are compared with this value.
    package let value: CapabilityValue
    /// The characteristics to read after the write, because an accessory sends no event for the write of its own
    /// controller: those that confirm the command, and those that changed with it. Empty when nothing can confirm it.
    package let readBack: [UInt64]
    package let tolerance: ConfirmationTolerance

    /// Whether `reported`, a value of the commanded capability, confirms the command.
    ///
    /// A command that turns a lamp off by its brightness is confirmed by its switch: see `Part.effects(of:becoming:)`.
    package func isConfirmed(by reported: CapabilityValue) -> Bool { tolerance.accepts(reported, for: value) }
}
