package import HomeModel

/// What the client may do with the commands of a capability now, by what these commands do. A PIN that the client may
/// have entered a moment ago is not considered.
package struct CapabilityAccessBody: Codable, Sendable, Hashable {
    /// For a switch, a siren, and a level that is off at 0.
    package private(set) var on: CommandAccess?
    package private(set) var off: CommandAccess?
    /// For a choice: the access to each option that a command may name.
    package private(set) var options: [String: CommandAccess]?
    /// For every other value: the access to the values from `minimum` to `maximum`, or to all values without these.
    package private(set) var set: CommandAccess?
    package private(set) var minimum: Double?
    package private(set) var maximum: Double?
    /// The access to the values below `minimum` and above `maximum`.
    package private(set) var beyond: CommandAccess?

    package init(_ access: CapabilityAccess) {
        switch access {
        case .switching(let on, let off): (self.on, self.off) = (on, off)
        case .choosing(let options): self.options = options
        case .setting(let best, let range, let beyond):
            set = best
            (minimum, maximum) = (range?.lowerBound, range?.upperBound)
            self.beyond = beyond
        }
    }
}
