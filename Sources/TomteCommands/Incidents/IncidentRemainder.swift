import HomeModel

/// What the end of an incident does not end, with the command that ends each.
struct IncidentRemainder {
    let acts: [IncidentAct]
    var names = PersonNames()
    let isLockedDown: Bool
    /// When the old keys end, as text; nil while no rotation runs.
    let oldKeysEnd: String?

    var lines: [String] {
        var lines: [String] = []
        if isLockedDown { lines.append("Lockdown is still on. End it: tomte lockdown off") }
        let signedOut = targets(of: .revokeClient, .endSessionsOfPerson)
        if acts.contains(where: { $0.hadEffect && $0.containment == .endAllSessions }) {
            lines.append("All other clients were signed out. Invite them again: tomte people invite PERSON")
        } else if !signedOut.isEmpty {
            lines.append("Signed out: \(signedOut). Invite them again: tomte people invite PERSON")
        }
        let devices = targets(of: .revokeDevice)
        if !devices.isEmpty {
            lines.append("Disconnected: \(devices). Set them up again: tomte devices provision DEVICE")
        }
        if let oldKeysEnd {
            lines.append(
                "New keys exist. The old ones count until \(oldKeysEnd). tomte incident keys shows what is left to do.")
        }
        return lines
    }

    /// The names of what these steps were against, each once.
    private func targets(of steps: Containment...) -> String {
        var found: [String] = []
        for act in acts where act.hadEffect && steps.contains(act.containment) {
            guard let name = act.targetName ?? act.target else { continue }
            let owner = act.targetPerson.map { " (\(names.person($0)))" } ?? ""
            let text = EscapedText(name + owner, limit: 200).description
            if !found.contains(text) { found.append(text) }
        }
        return found.joined(separator: ", ")
    }
}
