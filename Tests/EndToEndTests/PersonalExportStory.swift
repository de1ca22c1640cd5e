import Foundation
import HomeModel
import Subprocess
import TestSupport
import Testing

/// The data of a person is exported through the command line, with a year of readings.
@Suite(.timeLimit(.minutes(30))) struct PersonalExportStory {
    private static let scenario = """
        name: Cottage
        seed: 7
        rooms:
          - { name: Kitchen, use: kitchen, area: 18 }
        devices:
          - { id: climate, kind: climate, dialect: zigbee2mqtt, name: Climate, room: Kitchen, every: 60s }
        """

    /// More than the pages of an export need, and far less than a year of readings.
    private static let mostGrowth = 64 << 10

    @Test func exportWithAYearOfReadingsNeedsLittleMemory() async throws {
        try await withYear { home in
            #expect(try await home.tomte("people", "add", "Mia", "--role", "member").status == 0)
            let file = "\(home.state).zip"
            defer { try? FileManager.default.removeItem(atPath: file) }
            let before = try #require(await home.residentKilobytes)
            try await home.forgetPeak()
            let exported = try await home.tomte(
                "privacy", "export", "mia", "--with-readings", "--times", "home", "-o", file)
            let peak = try #require(await home.peakResidentKilobytes)
            #expect(exported.status == 0, "\(exported.errors)")
            #expect(exported.output.contains("Exported to \(file)"))
            #expect(peak - before < Self.mostGrowth, "grew from \(before) to \(peak) kB")
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)

            let rows = try await Self.rows(of: file)
            let temperature = try #require(rows.first { $0.key.hasSuffix("/readings/climate/main/temperature.csv") })
            #expect(temperature.value >= 365 * 1440)
            #expect(rows.keys.contains { $0.hasSuffix("/index.html") })

            try await existingFileIsKept(file, home: home)
            for (signal, code) in [(SIGINT, 130), (SIGTERM, 130), (SIGHUP, 130), (SIGKILL, 137)] as [(Int32, Int32)] {
                try await endedExportLeavesNothing(home, signal: signal, code: code)
            }
            try await personSeesTheExport(home)
        }
    }

    private func existingFileIsKept(_ file: String, home: HomeUnderTest) async throws {
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
        let refused = try await home.tomte("privacy", "export", "mia", "-o", file)
        #expect(refused.status == 4 && refused.errors.contains("--force"))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == size)
        #expect(try await home.tomte("privacy", "export", "mia", "-o", file, "--force").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int != size)
    }

    /// Whatever ends the command, nothing is kept, and another export may begin. 130 is the code after Ctrl-C.
    private func endedExportLeavesNothing(_ home: HomeUnderTest, signal: Int32, code wanted: Int32) async throws {
        let folder = URL(filePath: "\(home.state).exports")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
        let export = try ChildProcess([
            TomteProgram.path, "privacy", "export", "mia", "--with-readings", "--state", home.state, "-o",
            folder.appending(path: "mia.zip").path,
        ])
        try await eventually("the export has begun") {
            names() == ["mia.zip"] || Self.hasWrittenFile(in: folder.path, process: export.id)
        }
        let code = try await export.end(signal, within: .seconds(120))
        // A fast machine may have finished it.
        #expect(code == wanted && names() == [] || names() == ["mia.zip"], "signal \(signal): \(code), \(names())")
        try await eventually("another export may begin") {
            let file = folder.appending(path: "again.zip").path
            return try await home.tomte("privacy", "export", "mia", "-o", file).status == 0
        }
    }

    /// Whether the process has an open file in the folder that has bytes already. The file may have no name.
    private static func hasWrittenFile(in folder: String, process: Int32) -> Bool {
        let descriptors = "/proc/\(process)/fd"
        let open = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return open.contains { number in
            let path = "\(descriptors)/\(number)"
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            guard target?.hasPrefix("\(folder)/") == true, let file = FileHandle(forReadingAtPath: path) else {
                return false
            }
            return ((try? file.seekToEnd()) ?? 0) > 0
        }
    }

    private func personSeesTheExport(_ home: HomeUnderTest) async throws {
        let seen = try await home.tomte("activity", "--as", "mia")
        #expect(seen.output.contains("exported the data of"), "\(seen.output)")
        #expect(try await home.tomte("people", "add", "Kim", "--role", "child").status == 0)
        #expect(try await home.tomte("privacy", "export", "mia", "--as", "kim", "-o", "/tmp/none.zip").status == 3)
    }

    /// A gateway with a device whose readings of a year were imported.
    private func withYear(_ body: @Sendable (HomeUnderTest) async throws -> Void) async throws {
        let scenario = "/tmp/scenario-\(UUID().uuidString.prefix(8)).yaml"
        try Data(Self.scenario.utf8).write(to: URL(fileURLWithPath: scenario))
        defer { try? FileManager.default.removeItem(atPath: scenario) }
        try await withHome { home in
            let file = "\(home.state).out"
            defer { try? FileManager.default.removeItem(atPath: file) }
            let devices = try ChildProcess(
                [TomteProgram.path, "simulate", scenario, "--adopt", "--state", home.state, "--history", "366d"],
                output: file)
            do {
                try await eventually("the past was imported") {
                    (try? String(contentsOfFile: file, encoding: .utf8))?.contains("\nthe past of") ?? false
                }
            } catch {
                await devices.end(SIGINT)
                throw error
            }
            await devices.end(SIGINT)
            try await body(home)
        }
    }

    /// The number of lines after the heading of each CSV file, as Python's zipfile reads them.
    private static func rows(of file: String) async throws -> [String: Int] {
        let script = """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                rows = {}
                for name in archive.namelist():
                    with archive.open(name) as lines:
                        rows[name] = sum(1 for _ in lines) - 1
                json.dump(rows, sys.stdout)
            """
        let result = try await run(
            .name("python3"), arguments: ["-c", script, file], output: .bytes(limit: 1 << 20), error: .discarded)
        #expect(result.terminationStatus.isSuccess)
        return try JSONDecoder().decode([String: Int].self, from: Data(result.standardOutput))
    }
}
