import GatewayWire
import HomeModel

/// Describes an act that is neither a command to one device nor a sign-in: what the person did, after their name.
///
/// The phrase is the most specific one whose words are all known. Words in braces are the facts of the act, `device`
/// (the name of the target) and `whom` (the person concerned, by name).
enum ActText {
    /// Nil for an act without a phrase, which is shown by the name of its event.
    static func text(_ act: ActivityActBody, device: String?, whom: String?) -> String? {
        var words = act.metadata
        words["device"] = device ?? act.target
        words["whom"] = whom
        words["target"] = act.target
        return keys(of: act).lazy.compactMap { phrases[$0] }.compactMap { fill($0, with: words) }.first
    }

    /// The names of the phrases that describe the act, the most specific first.
    private static func keys(of act: ActivityActBody) -> [String] {
        let event = act.event.rawValue
        let isRetention = act.event == .settingsChange && act.target == "retention"
        let kind = isRetention ? "retention" : act.metadata["act"] ?? act.metadata["what"]
        let keys = kind.map { ["\(event).\($0).named", "\(event).\($0)", event] } ?? ["\(event).named", event]
        let isSelf = act.concerned != nil && act.concerned == act.actor
        return isSelf ? keys.flatMap { ["\($0).self", $0] } : keys
    }

    /// Replaces each word in braces once, so that braces in a name stay as they are. Nil when a word is unknown.
    private static func fill(_ phrase: String, with words: [String: String]) -> String? {
        var text = ""
        var rest = phrase[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            guard let word = words[String(rest[rest.index(after: opening)..<closing])] else { return nil }
            text += rest[..<opening] + word
            rest = rest[rest.index(after: closing)...]
        }
        return text + rest
    }

    private static let phrases = [
        "auth.login": "signed in", "auth.logout": "signed out", "auth.stepUp": "entered the PIN",
        "pairing.request": "requested access", "pairing.request.invite": "created an invitation for {whom}",
        "pairing.request.invite.self": "created an invitation for another phone or browser",
        "pairing.request.withdraw": "cancelled the invitation for {whom}",
        "pairing.request.withdraw.self": "cancelled an invitation", "pairing.request.code": "used an invitation",
        "pairing.request.open": "opened an invitation", "pairing.success": "connected",
        "pairing.success.approve": "approved a phone or browser for {whom}",
        "pairing.success.approve.self": "approved another phone or browser",
        "pairing.success.reissue": "was let in again with the same invitation",
        "pairing.failure": "tried to get access",
        "pairing.failure.reject": "denied a phone or browser for {whom}",
        "pairing.failure.reject.self": "denied another phone or browser",
        "client.revoke": "signed out a phone or browser of {whom}",
        "client.revoke.self": "signed out one of their phones or browsers",
        "client.lock": "was locked out after too many wrong PINs",
        "token.create": "created an access token for {whom}", "token.revoke": "revoked an access token of {whom}",
        "device.pair": "paired {device}", "device.pair.named": "paired {name}",
        "device.unpair": "removed the pairing with {device}", "device.unpair.named": "removed the pairing with {name}",
        "device.unpair.controller": "removed another controller of {device}",
        "device.unpair.controller.named": "removed another controller of {name}",
        "device.share": "let another controller command {device}",
        "device.identify": "asked {device} to show where it is",
        "device.identify.named": "asked {name} to show where it is",
        "device.lockPIN": "gave the home the PIN of the lock {device}",
        "device.lockPIN.named": "gave the home the PIN of the lock {name}",
        "device.lockPIN.deleted": "deleted the PIN of the lock {device} here",
        "device.lockPIN.deleted.named": "deleted the PIN of the lock {name} here",
        "device.share.named": "let another controller command {name}",
        "device.share.code": "made a code with which another home can pair with {device}",
        "device.share.code.named": "made a code with which another home can pair with {name}",
        "device.share.ended": "ended the code of {device} for another home",
        "device.share.ended.named": "ended the code of {name} for another home",
        "maker.trust": "changed which makers of devices the home trusts",
        "maker.trust.named": "trusted the maker {name}",
        "maker.trust.removed.named": "ended the trust in the maker {name}",
        "device.setup": "set up {device}", "device.adopt": "added {device}", "device.remove": "removed {device}",
        "device.rename": "renamed {device}", "device.move": "moved {device} to another room",
        "group.control": "controlled several devices with one command",
        "attachment.add": "added a photo or a manual", "attachment.add.photo": "added a photo of an appliance",
        "attachment.add.photo.named": "added a photo of {name}",
        "attachment.add.manual": "added the manual of an appliance",
        "attachment.add.manual.named": "added a manual of {name}",
        "attachment.remove": "removed a photo or a manual",
        "attachment.remove.photo": "removed a photo of an appliance",
        "attachment.remove.photo.named": "removed a photo of {name}",
        "attachment.remove.manual": "removed the manual of an appliance",
        "attachment.remove.manual.named": "removed a manual of {name}",
        "maintenance.clear": "cleared unusable messages from devices",
        "maintenance.clear.crashReport": "removed a crash report",
        "maintenance.history": "changed the service history",
        "maintenance.history.add.named": "wrote an entry into the service history of {name}",
        "maintenance.history.change.named": "changed an entry of the service history of {name}",
        "maintenance.history.remove.named": "deleted an entry of the service history of {name}",
        "maintenance.history.removeAll.named": "deleted the service history of {name}",
        "maintenance.history.export": "exported the service history",
        "maintenance.history.export.named": "exported the service history of {name}",
        "maintenance.task": "changed a maintenance task",
        "maintenance.task.addTask.named": "planned a task for {name}",
        "maintenance.task.changeTask.named": "changed a task of {name}",
        "maintenance.task.doneTask.named": "marked a task of {name} as done",
        "maintenance.task.undoTask.named": "took back that a task of {name} was done",
        "maintenance.task.snoozeTask.named": "put off a task of {name}",
        "maintenance.task.wakeTask.named": "ended the putting off of a task of {name}",
        "maintenance.task.removeTask.named": "deleted a task of {name}",
        "appliance.add": "added an appliance", "appliance.add.named": "added the appliance {name}",
        "appliance.change": "changed an appliance", "appliance.change.named": "changed the appliance {name}",
        "appliance.remove": "removed an appliance", "appliance.remove.named": "removed the appliance {name}",
        "settings.change": "changed a setting", "settings.change.confirmClock": "confirmed that the clock is right",
        "settings.change.addRoom": "added a room", "settings.change.addRoom.named": "added the room {name}",
        "settings.change.renameRoom": "renamed the room {target}",
        "settings.change.renameRoom.named": "renamed the room {oldName} to {name}",
        "settings.change.removeRoom": "removed the room {target}",
        "settings.change.removeRoom.named": "removed the room {name}",
        "settings.change.purpose": "changed what {device} controls",
        "settings.change.reopenPairing": "allowed invitations again", "settings.change.renameHome": "renamed the home",
        "settings.change.renameHome.named": "renamed the home to {name}",
        "settings.change.setTimeZone": "set the time zone to {zone}",
        "settings.change.tariffs": "changed the energy price",
        "settings.change.preferences": "changed how they see the home",
        "settings.change.layout": "arranged their home screen",
        "settings.change.resetLayout": "reset their home screen",
        "settings.change.defaultLayout": "arranged the home screen for everyone",
        "settings.change.resetDefaultLayout": "reset the home screen for everyone",
        "settings.change.retention": "changed how long data is kept",
        "policy.change": "changed permissions", "policy.change.add": "added {whom} ({newRole})",
        "policy.change.claim": "became the first owner", "policy.change.rename": "renamed {whom}",
        "policy.change.rename.self": "changed their name",
        "policy.change.role": "changed the role of {whom} from {oldRole} to {newRole}",
        "policy.change.remove": "removed {whom}", "policy.change.setPIN": "set a PIN for {whom}",
        "policy.change.setPIN.self": "set a PIN",
        "policy.change.allowFirstPIN": "allowed {whom} to choose a first PIN",
        "policy.change.clearPIN": "removed the PIN of {whom}",
        "policy.change.renameClient": "renamed a phone or browser of {whom}",
        "policy.change.renameClient.self": "renamed one of their phones or browsers",
        "policy.change.unlock": "unlocked a phone or browser of {whom}",
        "policy.change.renameToken": "renamed an access token of {whom}",
        "grant.create": "changed permissions of {whom}",
        "grant.create.allow": "gave {whom} a permission: {permissions}",
        "grant.create.deny": "blocked for {whom}: {permissions}", "grant.change": "changed a permission of {whom}",
        "grant.revoke": "removed a permission of {whom}", "grant.revoke.deny": "removed a block for {whom}",
        "consent.give": "gave a consent", "consent.give.crashReports": "allowed crash reports",
        "consent.give.presenceHistory": "allowed a history of presence",
        "consent.withdraw": "withdrew a consent", "consent.withdraw.crashReports": "ended crash reports",
        "consent.withdraw.presenceHistory": "limited the history of presence",
        "lockdown.on": "turned on lockdown", "lockdown.off": "ended lockdown",
        "retention.purge": "deleted data past its term",
        "retention.purge.withdrawnConsent": "deleted {records} records of a withdrawn consent",
        "data.import": "imported data: {target}",
        "data.import.begin": "started an import: {target}", "data.import.end": "imported {new} readings: {target}",
        "data.erase": "erased {whom}", "data.erase.begin": "erased {whom}",
        "data.erase.begin.self": "erased themselves",
        "data.erase.end": "finished the erasure of {whom}", "data.erase.wipe": "wiped the whole home",
        "data.strike": "removed readings of {target}: {readings}",
        "data.restore": "restored readings of {target}: {readings}",
        "data.export": "exported data", "data.export.audit": "exported the audit log",
        "data.export.crashReport": "read a crash report",
        "data.export.person": "exported the data of {whom}", "data.export.person.self": "exported their own data",
        "cert.issue": "created credentials for {device}", "cert.issue.named": "created credentials for {name}",
        "cert.revoke": "revoked the credentials of {device}",
        "cert.issue.beginRotation": "created new keys for the home",
        "cert.issue.finishRotation": "made the old keys of the home invalid",
        "cert.revoke.block": "disconnected {device} and revoked its credentials",
        "cert.revoke.block.named": "disconnected {name} and revoked its credentials",
        "incident.open": "opened an incident", "incident.note": "added a note to an incident",
        "incident.close": "closed an incident", "incident.reopen": "reopened an incident",
        "incident.rename": "changed the title of an incident",
        "incident.contain": "carried out a step of an incident",
        "incident.export": "exported the evidence of an incident",
        "gateway.start": "Tomte {version} started", "gateway.stop": "Tomte {version} stopped",
    ]
}
