import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import ZIPArchives

/// Writes an export as a ZIP archive. Memory holds one page of rows at a time and a line for each file.
///
/// All files are in one folder. The index comes last, because it lists the number of rows of each file.
struct PersonalArchive {
    private let head: ExportHead
    private let zip: ZIPWriter
    private let maximumFileBytes: Int
    private let folder: String
    /// The zone of the times; nil for UTC.
    private let zone: TimeZone?
    /// The file that is being written.
    private var current: (file: ExportFile, text: ExportFileText)?
    /// Whether a photograph or a manual is being written, which has no rows.
    private var isInAttachment = false
    private var listing: [ExportIndex.Line] = []

    /// A file that would be longer than `maximumFileBytes` continues in a further one.
    init(_ head: ExportHead, maximumFileBytes: Int = ZIPWriter.maximumFileBytes) throws {
        self.head = head
        self.maximumFileBytes = maximumFileBytes
        folder = Self.name(of: head)
        zone = head.options.times == .home ? head.timeZone : nil
        zip = try ZIPWriter(at: ZIPTime(head.startedAt, in: head.timeZone))
    }

    /// `tomte-anna-2026-11-27`. It contains the id and not the name, which may be any text.
    static func name(of head: ExportHead) -> String {
        "tomte-\(head.person.id)-\(head.startedAt.rfc3339(in: head.timeZone).prefix(10))"
    }

    /// The number of files, if none of them is so long that it is divided.
    static func fileCount(of export: PersonalExport) -> Int { export.files.count + 1 }

    /// Returns the bytes of the next part.
    mutating func add(_ part: ExportPart) throws -> [UInt8] {
        switch part {
        case .file(let file):
            return try end() + open(file)
        case .bytes(let bytes):
            return isInAttachment ? try zip.append(bytes) : []
        case .rows, .history:
            guard let file = current?.file, let (bytes, count) = try current?.text.rows(part) else { return [] }
            var written: [UInt8] = []
            if zip.fileBytes + bytes.count > maximumFileBytes {
                // Spreadsheets could not open a longer file either.
                written += try end() + open(file)
                guard let (bytes, _) = try current?.text.rows(part) else { return written }
                written += try zip.append(bytes)
            } else {
                written += try zip.append(bytes)
            }
            listing[listing.endIndex - 1].rows += count
            return written
        }
    }

    /// Returns the index and the end of the archive.
    mutating func finish() throws -> [UInt8] {
        var bytes = try end()
        let index = ExportIndex(head, lines: listing, texts: ExportTexts.nearest(to: head.options.language))
        bytes += try zip.begin(ZIPEntryName([folder, "index.html"])).header
        bytes += try zip.append(Array(index.html.utf8)) + zip.end()
        return try bytes + zip.finish()
    }

    private mutating func open(_ file: ExportFile) throws -> [UInt8] {
        if case .attachment = file {
            isInAttachment = true
            let (name, header) = try zip.begin(ZIPEntryName([folder] + file.path))
            listing.append(ExportIndex.Line(file: file, path: String(name.path.dropFirst(folder.utf8.count + 1))))
            return header
        }
        let text = ExportFileText(of: file, in: zone)
        let (name, header) = try zip.begin(ZIPEntryName([folder] + file.path))
        listing.append(ExportIndex.Line(file: file, path: String(name.path.dropFirst(folder.utf8.count + 1))))
        current = (file, text)
        return try header + zip.append(text.opening())
    }

    private mutating func end() throws -> [UInt8] {
        if isInAttachment {
            isInAttachment = false
            return try zip.end()
        }
        guard let text = current?.text else { return [] }
        current = nil
        return try zip.append(text.closing) + zip.end()
    }
}

extension ExportFile {
    /// The folders and the name within the archive.
    fileprivate var path: [String] {
        switch self {
        case .section(let section, let form): return ["\(section.rawValue).\(form.rawValue)"]
        case .attachment(let attachment): return ["attachments", attachment.exportedName]
        case .series(let exported):
            let series = exported.series
            let suffix = exported.resolution == .hour ? "-hours" : ""
            return ["readings", series.device.rawValue, series.part.rawValue, "\(series.capability)\(suffix).csv"]
        }
    }
}

extension ZIPTime {
    fileprivate init(_ time: Timestamp, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: time.date)
        self.init(
            year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0,
            minute: parts.minute ?? 0, second: parts.second ?? 0)
    }
}
