import Foundation
import GatewayWire
import HomeModel
import TomteClient
import ZIPArchives

/// Writes an archive to its file while it arrives, and shows the progress.
actor ExportSession {
    private let file: ArchiveFile
    private var scanner = ZIPStreamScanner()
    private var progress = ProgressLine("bytes")
    /// The number of files that the archive will have; nil if the gateway does not say.
    private var fileCount: Int?
    /// Whether the gateway has begun to send the archive.
    private var hasBegun = false
    /// Whether the file has got its name, or could not get it: then it is closed, and its temporary file is gone.
    private var isOver = false

    init(file: ArchiveFile) { self.file = file }

    func receive(_ piece: CLIClient.StreamPiece) throws(CLIError) {
        switch piece {
        case .opened(let headers):
            hasBegun = true
            fileCount = headers[PersonalExportBody.filesHeader.lowercased()].flatMap { Int($0) }
        case .bytes(let bytes):
            scanner.add(bytes)
            try file.write(bytes)
            let share = fileCount.map { min(Double(scanner.files) / Double(max($0, 1)), 1) }
            progress.update(share: share) { _ in text }
        }
    }

    /// Keeps the file under its name. Throws `.cannotStart` when the archive has no end, because the gateway ended the
    /// export or the connection broke.
    func finish() throws(CLIError) {
        progress.end()
        guard scanner.isComplete else { throw Self.incomplete }
        isOver = true
        try file.keep()
        let console = Console.output
        console.line("\("✓", .good) Exported to \(file.path, .strong) (\(text)).")
        console.prose("Keep the file where only its person can read it, and delete it when it is no longer needed.")
    }

    /// Deletes what arrived, and returns the error to report: a connection that breaks during the archive is how the
    /// gateway ends an export.
    func discard(after failure: CLIError) -> CLIError {
        discard()
        if hasBegun, case .connectionLost = failure { return Self.incomplete }
        return failure
    }

    func discard() {
        progress.end()
        if !isOver { file.discard() }
        isOver = true
    }

    private static let incomplete = CLIError.cannotStart(
        "The export ended before it was complete, and nothing was kept. The gateway ends it when it stops, and when the "
            + "person is removed or you lose the right to their data. Try again.")

    /// `3 of 24 files · 12.4 MB`
    private var text: String {
        let files = fileCount.map { "\(scanner.files) of \(max($0, scanner.files)) files" } ?? "\(scanner.files) files"
        return "\(files) · \(Self.size(scanner.bytes))"
    }

    /// `12.4 MB`
    static func size(_ bytes: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var (size, unit) = (Double(bytes), 0)
        while size >= 999.5, unit < units.count - 1 {
            size /= 1000
            unit += 1
        }
        return unit == 0 ? "\(bytes) B" : "\((size * 10).rounded() / 10) \(units[unit])"
    }
}
