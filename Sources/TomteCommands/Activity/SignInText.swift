import GatewayWire
import HomeModel

/// Describes the sign-in of a new phone or browser, which is one entry with several steps.
enum SignInText {
    /// Nil for an act that is not a sign-in.
    static func text(_ act: ActivityActBody) -> String? {
        guard act.event == .pairingSuccess, act.metadata["act"] == "paired" else { return nil }
        let steps = act.steps ?? []
        let grants = steps.count { $0 == .grant }
        let more = [
            steps.contains(.claim) ? "became the first owner" : nil,
            !steps.isDisjoint(with: [.open, .grant]) ? "used an invitation" : nil, "connected a new phone or browser",
            grants == 0 ? nil : "got \(grants) grant\(grants == 1 ? "" : "s")",
            steps.contains(.setPIN) ? "set a PIN" : nil,
        ]
        return more.compactMap(\.self).joined(separator: ", ")
    }
}

extension [SignInStep] {
    fileprivate func isDisjoint(with others: Set<SignInStep>) -> Bool { !contains(where: others.contains) }
}
