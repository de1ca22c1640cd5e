import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Formats photographs and manuals for people.
enum AttachmentText {
    static func table(_ attachments: [AttachmentBody], clock: HomeClockText) -> Table {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("FILE"),
            Table.Column("SIZE", alignment: .trailing), Table.Column("ADDED", isNeverTruncated: true),
            Table.Column("BY"),
        ])
        for attachment in attachments {
            let words = [attachment.kind.rawValue, attachment.title, trouble(attachment.state)].compactMap(\.self)
            table.add([
                StyledText(attachment.id.rawValue),
                StyledText(words.joined(separator: ", "), style: attachment.state == .intact ? nil : .warning),
                StyledText(ExportSession.size(attachment.bytes)), StyledText(clock.date(attachment.addedAt)),
                StyledText(attachment.addedBy),
            ])
        }
        return table
    }

    private static func trouble(_ state: AttachmentState) -> String? {
        switch state {
        case .intact: nil
        case .missing: "missing"
        case .changed: "changed on the disk"
        }
    }
}

/// Reads a file that people upload.
enum AttachmentSource {
    /// Throws `.invalid` for a file that is too large, before it is read.
    static func content(of path: String) throws(CLIError) -> Data {
        let attributes = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)
        guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else {
            throw .invalid("\(EscapedText(path, limit: 200)) is no file.")
        }
        let bytes = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard bytes <= AttachmentLimits.uploadBytes else {
            throw .invalid(
                "\(EscapedText(path, limit: 200)) is too large; at most \(AttachmentLimits.uploadBytes / 1_000_000) MB are "
                    + "accepted.")
        }
        guard let content = FileManager.default.contents(atPath: path) else {
            throw .invalid("\(EscapedText(path, limit: 200)) cannot be read.")
        }
        return content
    }
}

/// Where a photograph or a manual is saved.
struct AttachmentTarget: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output file (default: a name with the id, in this folder).", valueName: "file"))
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    func save(_ id: AttachmentID, name: String, from client: CLIClient) async throws(CLIError) {
        let path = output ?? name
        let file = try ArchiveFile(path, replacesExisting: force)
        let content: [UInt8]
        do throws(CLIError) {
            content = try await client.content(of: id).bytes
            try file.write(content)
        } catch {
            file.discard()
            throw error
        }
        try file.keep()
        Console.output.line("\("✓", .good) Saved to \(path, .strong) (\(ExportSession.size(content.count))).")
    }
}
