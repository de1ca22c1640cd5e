import HomeModel

extension Containment {
    /// What a person did by this step, after their name. `target` is what it was against; nil for `changePIN` of their own.
    func words(target: String?) -> String {
        let whose = target.map { " for \($0)" } ?? ""
        let named = target ?? "?"
        return switch self {
        case .lockdown: "locked the home down"
        case .revokeClient: "signed out \(named) for good"
        case .endSessionsOfPerson: "signed out everything of \(named)"
        case .revokeToken: "revoked the access token \(named)"
        case .revokeDevice: "disconnected \(named)"
        case .endAllSessions: "signed out everyone"
        case .rotateKeys: "created new keys"
        case .finishRotation: "made the old keys invalid"
        case .endLockdown: "ended the lockdown"
        case .changePIN: "chose a new PIN\(whose)"
        }
    }
}

extension IncidentAct {
    /// What was done, with the name of the target, the id behind it, and the person to whom it belonged.
    func words(with names: PersonNames = PersonNames()) -> String {
        if containment == .changePIN, target == actor { return containment.words(target: nil) }
        if keepsOwnClient {
            return containment == .endAllSessions ? "signed out all other clients" : "signed out their other clients"
        }
        let escaped = { (text: String) in EscapedText(text, limit: 200).description }
        let name = targetName.map { "“\(escaped($0))”" }
        let id = target.map { name == nil ? escaped($0) : "(\(escaped($0)))" }
        let owner = targetPerson.map { "of \(names.person($0))" }
        let words = [name, id, owner].compactMap(\.self).joined(separator: " ")
        return containment.words(target: words.isEmpty ? nil : words)
    }

    /// Whether the client with which the step was done would have been signed out too, and was not.
    private var keepsOwnClient: Bool {
        guard !AuditEntry.impersonalActors.contains(actor), !actor.hasPrefix(AuditEntry.consoleAs) else { return false }
        return containment == .endAllSessions || containment == .endSessionsOfPerson && target == actor
    }
}
