import AuditTrail
package import Foundation
package import HomeModel

/// The wishes of the person who asks for an export.
package struct ExportOptions: Hashable, Sendable {
    /// The times of an export: in UTC, or on the clocks of the home with their difference to UTC.
    package enum Times: String, Sendable, CaseIterable { case utc, home }

    /// Whether the export contains the readings of the household that the person may see.
    package var includesReadings: Bool
    package var times: Times
    /// The language of the index, if the person has not set one.
    package var language: LanguageTag?

    package init(includesReadings: Bool = false, times: Times = .utc, language: LanguageTag? = nil) {
        self.includesReadings = includesReadings
        self.times = times
        self.language = language
    }
}

/// Whose data an export contains, and how.
package struct ExportHead: Sendable {
    package let person: Person
    package let options: ExportOptions
    package let startedAt: Timestamp
    /// The time zone of the home.
    package let timeZone: TimeZone

    package init(person: Person, options: ExportOptions, startedAt: Timestamp, timeZone: TimeZone) {
        self.person = person
        self.options = options
        self.startedAt = startedAt
        self.timeZone = timeZone
    }
}

/// A part of an export, in the order in which a reader gets them: the beginning of a file, then its rows.
package enum ExportPart: Sendable {
    case file(ExportFile)
    case rows([ExportRow])
    case history(HistoryPage)
    /// Bytes of a file that is no text.
    case bytes([UInt8])
}

/// A file of an export.
package enum ExportFile: Hashable, Sendable {
    /// The two forms of each section.
    package enum Form: String, Sendable, CaseIterable { case json, csv }

    case section(ExportSection, Form)
    case series(ExportedSeries)
    /// The content of a photograph or a manual.
    case attachment(Attachment)
}

/// An export that was permitted and recorded, and that has not begun.
///
/// It ends with an error as soon as the person is removed, or as the asker loses the right to it; nothing more is
/// written then, so that an erasure never meets an export that still reads.
package struct PersonalExport: Sendable {
    package let head: ExportHead
    /// All files, in order.
    package let files: [ExportFile]

    private let subject: ExportSubject
    private let sources: ExportSources
    private let asker: Identity
    private let act: AuditedAction
    private let permit: ExportPermit
    private let isAllowed: @Sendable () async throws(ActionRefusal) -> Void

    init(
        about subject: ExportSubject, options: ExportOptions, from sources: ExportSources, series: [ExportedSeries],
        attachments: [Attachment], in timeZone: TimeZone, as asker: Identity, act: AuditedAction, permit: ExportPermit,
        isAllowed: @escaping @Sendable () async throws(ActionRefusal) -> Void
    ) {
        self.subject = subject
        self.sources = sources
        self.asker = asker
        self.act = act
        self.permit = permit
        self.isAllowed = isAllowed
        head = ExportHead(
            person: subject.person, options: options, startedAt: subject.startedAt, timeZone: timeZone)
        files =
            sources.sources.flatMap { source in ExportFile.Form.allCases.map { .section(source.section, $0) } }
            + attachments.map { .attachment($0) } + series.map { .series($0) }
    }

    /// Passes all parts to `receive`, each as soon as it was read. Throws what `receive` throws, or a refusal when the
    /// export may not go on; the audit log then records that the export is not complete.
    package func run(_ receive: (ExportPart) async throws -> Void) async throws {
        defer { permit.end() }
        var done = 0
        do {
            for file in files {
                try await isAllowed()
                try await receive(.file(file))
                try await write(file, to: receive)
                done += 1
            }
            // Of a person who was removed meanwhile, no archive becomes complete.
            try await isAllowed()
        } catch {
            await sources.actions.recordFailure(of: [act], .interrupted, done: done)
            throw error
        }
    }

    private func write(_ file: ExportFile, to receive: (ExportPart) async throws -> Void) async throws {
        switch file {
        case .section(let section, _):
            guard let source = sources.sources.first(where: { $0.section == section }) else { return }
            var rows = await source.rows(about: subject)
            while let page = try await rows.next() {
                try await isAllowed()
                try await receive(.rows(page))
            }
        case .attachment(let attachment):
            try await sources.attachments.read(attachment) { bytes in
                try await isAllowed()
                try await receive(.bytes(bytes))
            }
        case .series(let series):
            try await sources.readings.read(series, about: subject, as: asker) { page in
                try await isAllowed()
                try await receive(.history(page))
            }
        }
    }
}
