/// A link that has findings of its own, besides the state of each pairing.
package protocol DiagnosedLink: PairingLink {
    /// What is wrong now, and what to do about it. The codes begin with the name of the link.
    func findings() async -> [HealthFinding]
}
