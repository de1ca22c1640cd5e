import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct ActTextTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let event: AuditEvent
        var actor = "anna"
        var concerned: String?
        var target: String?
        var metadata: [String: String] = [:]
        let text: String?

        var testDescription: String { text ?? event.rawValue }
    }

    @Test(
        arguments: [
            Example(event: .lockdownOff, text: "ended lockdown"),
            Example(event: .deviceRename, target: "lamp", text: "renamed Desk lamp"),
            Example(
                event: .settingsChange, target: "lamp", metadata: ["act": "purpose"],
                text: "changed what Desk lamp controls"),
            Example(
                event: .settingsChange, metadata: ["act": "setTimeZone", "zone": "Europe/Stockholm"],
                text: "set the time zone to Europe/Stockholm"),
            Example(event: .settingsChange, target: "retention", text: "changed how long data is kept"),
            Example(
                event: .settingsChange, metadata: ["act": "addRoom", "name": "Kitchen"], text: "added the room Kitchen"),
            Example(event: .settingsChange, metadata: ["act": "addRoom"], text: "added a room"),
            Example(
                event: .settingsChange, target: "kitchen",
                metadata: ["act": "renameRoom", "oldName": "Kitchen", "name": "Kök"],
                text: "renamed the room Kitchen to Kök"),
            Example(
                event: .settingsChange, target: "kitchen", metadata: ["act": "renameRoom"],
                text: "renamed the room kitchen"),
            Example(
                event: .settingsChange, metadata: ["act": "renameHome", "name": "Villa {who}"],
                text: "renamed the home to Villa {who}"),
            Example(event: .settingsChange, metadata: ["act": "renameHome"], text: "renamed the home"),
            Example(event: .settingsChange, metadata: ["act": "something new"], text: "changed a setting"),
            Example(
                event: .policyChange, concerned: "kim", metadata: ["act": "add", "newRole": "guest"],
                text: "added Kim (guest)"),
            Example(event: .policyChange, concerned: "kim", metadata: ["act": "add"], text: "changed permissions"),
            Example(event: .policyChange, concerned: "anna", metadata: ["act": "setPIN"], text: "set a PIN"),
            Example(event: .policyChange, concerned: "kim", metadata: ["act": "setPIN"], text: "set a PIN for Kim"),
            Example(event: .certificateIssue, target: "bench", text: "created credentials for bench"),
            Example(
                event: .certificateIssue, target: "bench", metadata: ["name": "Workbench", "proof": "password"],
                text: "created credentials for Workbench"),
            Example(
                event: .certificateRevoke, target: "bench", metadata: ["act": "block", "name": "Workbench"],
                text: "disconnected Workbench and revoked its credentials"),
            Example(event: .devicePair, target: "aa:bb", metadata: ["name": "Desk {who}"], text: "paired Desk {who}"),
            Example(
                event: .deviceUnpair, target: "aa:bb", metadata: ["name": "Desk"], text: "removed the pairing with Desk"
            ),
            Example(
                event: .deviceUnpair, target: "aa:bb", metadata: ["act": "controller", "name": "Desk"],
                text: "removed another controller of Desk"),
            Example(event: .deviceShare, target: "aa:bb", text: "let another controller command aa:bb"),
            Example(
                event: .deviceLockPIN, target: "aa:bb", metadata: ["name": "Front door"],
                text: "gave the home the PIN of the lock Front door"),
            Example(
                event: .deviceLockPIN, target: "aa:bb", metadata: ["act": "deleted", "name": "Front door"],
                text: "deleted the PIN of the lock Front door here"),
            Example(
                event: .makerTrust, target: "3f1b", metadata: ["name": "CN=Acme"], text: "trusted the maker CN=Acme"),
            Example(
                event: .makerTrust, target: "3f1b", metadata: ["act": "removed", "name": "CN=Acme"],
                text: "ended the trust in the maker CN=Acme"),
            Example(event: .makerTrust, text: "changed which makers of devices the home trusts"),
            Example(
                event: .attachmentAdd, target: "k3x9", metadata: ["what": "photo", "name": "Washer"],
                text: "added a photo of Washer"),
            Example(event: .attachmentRemove, metadata: ["what": "photo"], text: "removed a photo of an appliance"),
            Example(event: .dataExport, metadata: ["what": "audit"], text: "exported the audit log"),
            Example(
                event: .dataExport, concerned: "kim", metadata: ["what": "person"], text: "exported the data of Kim"),
            Example(
                event: .dataExport, concerned: "anna", metadata: ["what": "person"], text: "exported their own data"),
            Example(event: .dataExport, metadata: ["what": "crashReport"], text: "read a crash report"),
            Example(
                event: .consentGive, target: "presenceHistory", metadata: ["what": "presenceHistory"],
                text: "allowed a history of presence"),
            Example(event: .consentWithdraw, metadata: ["what": "somethingElse"], text: "withdrew a consent"),
            Example(
                event: .retentionPurge, metadata: ["act": "withdrawnConsent", "records": "12"],
                text: "deleted 12 records of a withdrawn consent"),
            Example(event: .dataStrike, target: "lamp/main/power", text: nil),
            Example(event: .dataImport, target: "{whom}.csv", text: "imported data: {whom}.csv"),
        ])
    func actIsDescribedByTheMostSpecificPhrase(_ example: Example) {
        let act = ActivityActBody(
            event: example.event, status: .done, actor: example.actor, target: example.target,
            concerned: example.concerned, metadata: example.metadata)
        let device = example.target == "lamp" ? "Desk lamp" : nil
        let whom = example.concerned == "kim" ? "Kim" : example.concerned
        #expect(ActText.text(act, device: device, whom: whom) == example.text)
    }

    /// Commands and their outcomes have texts of their own.
    @Test func eachOtherEventHasAPhrase() {
        let own: Set<AuditEvent> = [.deviceControl, .deviceOutcome, .groupParts, .groupOutcome]
        for event in AuditEvent.allCases where !own.contains(event) {
            let facts = ["version": "1.2.0", "readings": "3", "new": "3", "permissions": "control devices"]
            let act = ActivityActBody(
                event: event, status: .done, actor: "anna", target: "lamp", concerned: "kim", metadata: facts)
            #expect(ActText.text(act, device: "Desk lamp", whom: "Kim") != nil, "\(event.rawValue)")
        }
    }
}
