import Crypto
import Foundation
import GatewayCore
import Glibc
import HomeModel
import HostInspection
import Synchronization
import Testing

@testable import GatewayApp

/// A state folder and an installed package below one temporary folder.
struct FileIntegrityTests {
    private struct Machine {
        let root = "/tmp/file-integrity-\(UUID().uuidString.prefix(8))"
        var state: String { "\(root)/state" }
        var program: String { "\(root)/usr/bin/tomte" }

        var files: InspectedFiles {
            var files = InspectedFiles(stateFolder: state)
            files.root = root
            files.packageOwner = geteuid()
            files.program = "/usr/bin/tomte"
            return files
        }

        func install() throws {
            try write("program", to: program, mode: 0o755)
            let sum = Insecure.MD5.hash(data: Data("program".utf8)).map { String(format: "%02x", $0) }.joined()
            try write("\(sum)  usr/bin/tomte\n", to: "\(root)/var/lib/dpkg/info/tomte.md5sums", mode: 0o644)
            try write("x", to: "\(state)/home.sqlite", mode: 0o600)
            chmod(state, 0o700)
        }

        func write(_ text: String, to path: String, mode: mode_t) throws {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, mode)
        }
    }

    private static func withMachine(_ body: (Machine) async throws -> Void) async throws {
        let machine = Machine()
        defer { try? FileManager.default.removeItem(atPath: machine.root) }
        try machine.install()
        try await body(machine)
    }

    private static func codes(_ integrity: FileIntegrity) async -> [String] {
        await FilesCheck.of(integrity)().findings.map(\.code)
    }

    @Test func healthNeverReadsThePackageItself() async throws {
        try await Self.withMachine { machine in
            let integrity = FileIntegrity(machine.files) { .seconds(1) }
            #expect(await FilesCheck.of(integrity)().values["state"] == .text("pending"))
            await integrity.check()
            #expect(await FilesCheck.of(integrity)().values["state"] == .text("package"))
            try machine.write("other", to: machine.program, mode: 0o755)
            #expect(await Self.codes(integrity) == [])
            await integrity.check()
            #expect(await Self.codes(integrity) == ["files.programChanged"])
        }
    }

    @Test func foldersAreListedAtMostEveryTenSecondsUnlessACheckIsDemanded() async throws {
        try await Self.withMachine { machine in
            let uptime = Mutex(Duration.seconds(0))
            let integrity = FileIntegrity(machine.files) { uptime.withLock { $0 } }
            #expect(await Self.codes(integrity) == [])
            try machine.write("x", to: "\(machine.state)/notes.txt", mode: 0o600)
            #expect(await Self.codes(integrity) == [])
            uptime.withLock { $0 = .seconds(10) }
            #expect(await Self.codes(integrity) == ["files.unknown"])
            try FileManager.default.removeItem(atPath: "\(machine.state)/notes.txt")
            await integrity.check()
            #expect(await Self.codes(integrity) == [])
        }
    }

    @Test func programOfACheckoutIsNotComparedWithThePackage() async throws {
        try await Self.withMachine { machine in
            var files = machine.files
            files.program = "\(machine.root)/.build/debug/tomte"
            #expect(files.comparison { false } == .notInstalled)
            #expect(InspectedFiles(stateFolder: machine.state).comparison { false } == .notInstalled)
            let comparison = machine.files.comparison { false }
            guard case .compared(let differences, fileCount: 1) = comparison else {
                Issue.record("\(String(describing: comparison))")
                return
            }
            #expect(differences.isEmpty)
        }
    }

    @Test func cancelledCheckKeepsTheResultBefore() async throws {
        try await Self.withMachine { machine in
            #expect(machine.files.comparison { true } == nil)
        }
    }

    @Test func doctorWithoutAGatewayChecksTheFoldersOfTheInstalledService() {
        let service = InspectedFiles(stateFolder: "/var/lib/tomte/")
        #expect(service.isService && service.configuration == "/etc/tomte/tomte.yaml")
        #expect(service.serviceBrokerFolder == "/var/lib/tomte-broker")
        let own = InspectedFiles(stateFolder: "/tmp/.tomte")
        #expect(!own.isService && own.configuration == nil && own.serviceBrokerFolder == nil)
    }

    @Test func leftoversOfAKilledMigrationAreKnown() async throws {
        try await Self.withMachine { machine in
            for name in ["home.sqlite.copy-journal", "home.sqlite.new-journal", "home.sqlite.new", "home.sqlite.copy"] {
                try machine.write("x", to: "\(machine.state)/\(name)", mode: 0o600)
            }
            #expect(machine.files.folders() == [])
        }
    }

    @Test func configurationThatOthersCanChangeIsReportedWithCommands() async throws {
        try await Self.withMachine { machine in
            let path = "\(machine.root)/tomte.yaml"
            try machine.write("", to: path, mode: 0o664)
            let files = InspectedFiles(stateFolder: machine.state, configuration: path)
            let found = FilesCheck.findingsNow(files)
            #expect(found.map(\.code) == ["files.configuration"])
            #expect(found.first?.remedy.contains("\nsudo chmod go-w \(path)") == true)
            chmod(path, 0o644)
            #expect(FilesCheck.findingsNow(files).isEmpty)
        }
    }
}
