import GatewayCore
import HomeModel
import HostInspection
import Testing

@testable import GatewayApp

/// Each remedy is a command for the files of the finding, and keeps the permissions that the files need.
struct FolderFindingsTests {
    private typealias Finding = FolderInspection.Finding

    private static func findings(
        _ findings: [Finding], broker: Bool = false, isService: Bool = true
    ) -> [HealthFinding] {
        let path = broker ? "/var/lib/tomte-broker" : "/var/lib/tomte"
        let files = InspectedFiles(stateFolder: "/var/lib/tomte", owner: 0, isService: isService)
        return FolderFindings(
            InspectedFolder(path: path, findings: findings, isOfServiceBroker: broker), files: files
        ).all
    }

    @Test(
        arguments: [
            (.owner, "sudo chmod go= /var/lib/tomte/a"), (.ownerAndReaders, "sudo chmod g-w,o= /var/lib/tomte/a"),
            (.shared, "sudo chmod o= /var/lib/tomte/a"), (.administrator, "sudo chmod go-w /var/lib/tomte/a"),
        ] as [(FolderContents.Access, String)])
    func remedyForOpenFilesKeepsTheAccessThatTheyNeed(_ access: FolderContents.Access, command: String) {
        let found = Self.findings([Finding(path: "a", problem: .tooOpen, access: access)])
        #expect(found.map(\.code) == ["files.tooOpen"])
        #expect(found.first?.remedy.hasSuffix("\n\(command)") == true)
        #expect(found.first?.values["command"] == .text(command))
    }

    @Test func filesWithDifferentAccessHaveOneFindingEach() {
        let found = Self.findings(
            [
                Finding(path: "broker.key", problem: .tooOpen, access: .ownerAndReaders),
                Finding(path: "data/mosquitto.db", problem: .tooOpen, access: .shared),
                Finding(path: "access.acl", problem: .tooOpen, access: .ownerAndReaders),
            ], broker: true)
        #expect(found.map(\.severity).sorted() == [.warning, .failing])
        let commands = Set(found.compactMap { $0.remedy.split(separator: "\n").last })
        #expect(
            commands == [
                "sudo chmod g-w,o= /var/lib/tomte-broker/broker.key /var/lib/tomte-broker/access.acl",
                "sudo chmod o= /var/lib/tomte-broker/data/mosquitto.db",
            ])
        #expect(found.allSatisfy { $0.message.contains("/var/lib/tomte-broker") })
    }

    @Test(
        arguments: [
            (false, true, false, "sudo chown -R root: /var/lib/tomte"),
            (false, false, false, "sudo chown root /var/lib/tomte/a"),
            (true, true, false, "sudo chown root /var/lib/tomte-broker/a"),
            (true, true, true, "sudo systemd-tmpfiles --create tomte.conf"),
        ])
    func ownerIsCorrectedByACommandForTheFolder(broker: Bool, isService: Bool, isFolder: Bool, command: String) {
        let finding = Finding(path: "a", problem: .otherOwner, isFolder: isFolder)
        let found = Self.findings([finding], broker: broker, isService: isService)
        #expect(found.first?.remedy.hasSuffix("\n\(command)") == true)
    }

    @Test func otherRemediesKeepTheGroup() {
        let found = Self.findings(
            [
                Finding(path: "broker.key", problem: .executable, access: .ownerAndReaders),
                Finding(path: "configuration/broker.key", problem: .otherGroup, access: .ownerAndReaders),
            ], broker: true)
        let commands = found.compactMap { $0.remedy.split(separator: "\n").last }
        #expect(
            commands == [
                "sudo chmod a-x /var/lib/tomte-broker/broker.key",
                "sudo chgrp --reference=/var/lib/tomte-broker/configuration "
                    + "/var/lib/tomte-broker/configuration/broker.key",
            ])
    }

    @Test(
        arguments: [
            (["; reboot"], "sudo chmod a-x '/s/; reboot'"), (["it's"], #"sudo chmod a-x '/s/it'\''s'"#),
            (["a\nb", "c"], "sudo chmod a-x /s/c"), (["\u{202E}x"], "sudo ls -lAb /s"), ([""], "sudo chmod a-x /s"),
        ] as [([String], String)])
    func nameFromOutsideIsOneWordOfTheCommand(_ paths: [String], command: String) {
        #expect(FileNames.command("chmod a-x", in: "/s", paths: paths) == command)
    }

    @Test func everyProblemHasAFindingThatNamesTheFolder() {
        for problem in FolderInspection.Problem.allCases {
            let found = Self.findings([Finding(path: "a", problem: problem)])
            #expect(found.map(\.code) == ["files.\(problem.rawValue)"])
            #expect(found.first?.message.contains("/var/lib/tomte") == true && found.first?.remedy.isEmpty == false)
        }
    }
}
