import Foundation
import Glibc
import HomeModel
import Logging
import TestSupport
import Testing

@testable import CrashReports

/// The recorder of a run. What fatal signals write to it is tested with the real program, in `CrashReportStory`.
@Suite(.serialized) struct CrashRecordingTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = "/tmp/crash-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func logger(_ recording: CrashRecording) -> Logger {
        Logger(label: "test") { _ in CrashLogHandler(passingTo: SilentLogHandler(), recording: recording) }
    }

    private func lastRun(at path: String, boot: String) -> RecordedRun? {
        var last: RecordedRun?
        CrashRecording.takeLastRun(at: path, boot: boot) { last = $0 }
        return last
    }

    @Test func nothingIsWrittenBeforeTheRecordingBegins() throws {
        try withFolder { folder in
            let recording = CrashRecording()
            logger(recording).error("a line")
            recording.enter(.serving)
            recording.end()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.isEmpty)
        }
    }

    @Test func orderlyEndLeavesNothing() throws {
        try withFolder { folder in
            let recording = CrashRecording()
            recording.begin(at: "\(folder)/recorder", version: "1.2.3", boot: "boot", now: Self.start)
            #expect(FileManager.default.fileExists(atPath: "\(folder)/recorder"))
            recording.end()
            #expect(lastRun(at: "\(folder)/recorder", boot: "boot") == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.isEmpty)
        }
    }

    /// The file is read as the next start reads it after a kill, while the recording still has it in memory.
    @Test func killedRunLeavesItsPhaseAndItsLastLines() throws {
        try withFolder { folder in
            let path = "\(folder)/recorder"
            let recording = CrashRecording()
            recording.begin(at: path, version: "1.2.3", boot: "boot", now: Self.start)
            recording.enter(.serving)
            let logger = logger(recording)
            for number in 0..<100 { logger.error("line", metadata: ["count": "\(number)"]) }
            let run = try #require(lastRun(at: path, boot: "boot"))
            #expect(run.version == "1.2.3" && run.phase == .serving && run.signal == nil && run.startedAt == Self.start)
            #expect(run.lines.map(\.text) == (36..<100).map { "error line count=\($0)" })
            #expect(!FileManager.default.fileExists(atPath: path))
            recording.end()
        }
    }

    /// A kill before the report is stored loses nothing: the next start reads the file once more, and makes the same report.
    /// It has removed the file by then, so a file that ends the program does not end each start.
    @Test func runThatWasNotStoredIsTakenOnceMore() throws {
        try withFolder { folder in
            let (path, files) = ("\(folder)/recorder", FileManager.default)
            let taken = path + CrashRecording.takenSuffix
            let recording = CrashRecording()
            recording.begin(at: path, version: "1.2.3", boot: "B007-1D", now: Self.start)
            var runs: [RecordedRun] = []
            var left: Data?
            CrashRecording.takeLastRun(at: path, boot: "B007-1D") { run in
                runs.append(run)
                left = files.contents(atPath: taken)
            }
            #expect(try files.contentsOfDirectory(atPath: folder).isEmpty)
            try #require(left).write(to: URL(filePath: taken))
            CrashRecording.takeLastRun(at: path, boot: "B007-1D") { run in
                runs.append(run)
                #expect(!files.fileExists(atPath: taken))
            }
            #expect(lastRun(at: path, boot: "B007-1D") == nil)
            let ids = runs.map { CrashReport($0, without: NameScrubber([String]())).id }
            #expect(ids.count == 2 && Set(ids).count == 1)
            recording.end()
        }
    }

    /// The signals belong to the first recorder, and the second one changes nothing of it.
    @Test func secondRecorderChangesNothingOfTheFirst() throws {
        try withFolder { folder in
            let (first, second) = (CrashRecording(), CrashRecording())
            first.begin(at: "\(folder)/first", version: "1", boot: "boot", now: Self.start)
            second.begin(at: "\(folder)/second", version: "2", boot: "boot", now: Self.start)
            second.end()
            logger(first).error("line")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["first"])
            #expect(lastRun(at: "\(folder)/first", boot: "boot")?.lines.count == 1)
            first.end()
            second.begin(at: "\(folder)/second", version: "2", boot: "boot", now: Self.start)
            #expect(lastRun(at: "\(folder)/second", boot: "boot")?.version == "2")
            second.end()
        }
    }

    /// A power cut is no crash of the program.
    @Test func endOfTheMachineIsNoCrash() throws {
        try withFolder { folder in
            let recording = CrashRecording()
            recording.begin(at: "\(folder)/recorder", version: "1.2.3", boot: "boot", now: Self.start)
            #expect(lastRun(at: "\(folder)/recorder", boot: "another boot") == nil)
            recording.end()
        }
    }

    @Test(arguments: [0, 1, 100, 100_000])
    func bytesThatAreNoRecorderAreIgnored(count: Int) throws {
        try withFolder { folder in
            let path = "\(folder)/recorder"
            try Data((0..<count).map { _ in UInt8.random(in: 0...255) }).write(to: URL(filePath: path))
            #expect(lastRun(at: path, boot: "boot") == nil)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    /// The longest line and every kind of character fit, and a version of any length is cut.
    @Test func longTextsAreCut() throws {
        try withFolder { folder in
            let path = "\(folder)/recorder"
            let recording = CrashRecording()
            recording.begin(
                at: path, version: String(repeating: "v", count: 500), boot: "boot", now: Self.start)
            logger(recording).error("\(String(repeating: "word ", count: 500))")
            let run = try #require(lastRun(at: path, boot: "boot"))
            #expect(run.version.utf8.count == 63 && (run.lines.first?.text.utf8.count ?? 0) < 240)
            recording.end()
        }
    }

    /// An earlier handler, such as that of Swift's own backtrace, gets the signal as the failing instruction caused it.
    ///
    /// The program is in C and not an exit test, because Swift Testing waits for all children of the process: a child of
    /// another test that has ended keeps it busy for ever.
    @Test func earlierHandlerGetsTheSignalWithItsOrigin() async throws {
        let folder = "/tmp/crash-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
            .path
        let sources = ["Tests/Fixtures/earlier-handler.c", "Sources/CCrashRecorder/CCrashRecorder.c"]
        let compile =
            ["cc", "-O1", "-I", "\(root)/Sources/CCrashRecorder/include", "-o", "\(folder)/program"]
            + sources.map { "\(root)/\($0)" }
        try #require(await ChildProcess(compile).finish() == 0)
        #expect(try await ChildProcess(["\(folder)/program"]).finish() == 77)
    }
}

/// Discards all lines. That of the package has a level of its own, below which a logger passes nothing on.
private struct SilentLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    func log(event: LogEvent) {}

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
