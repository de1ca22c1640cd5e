import HomeModel
import HomeStore
import Logging

@testable import GatewayCore

extension CoreHome {
    /// A service with a quota of its own.
    func makeExports() -> PersonalExportService {
        PersonalExportService(
            sources: ExportSources(
                people: people, registry: registry, sessions: sessions, pins: pinRegistry,
                invitations: core.invitations, layouts: core.layouts, preferences: core.preferences,
                notices: core.notices, consents: core.consents, incidents: core.incidents,
                appliances: database.appliances, services: database.serviceHistory, tasks: database.maintenanceTasks,
                attachments: AttachmentService(
                    on: core, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() }),
                audit: audit, history: history, actions: actions),
            sessions: sessions, feed: feed)
    }
}

/// What an export passed to its reader.
struct CollectedExport {
    private(set) var rows: [ExportFile: [ExportRow]] = [:]
    private(set) var pages: [ExportFile: [HistoryPage]] = [:]
    private(set) var files: [ExportFile] = []
    private(set) var contents: [ExportFile: [UInt8]] = [:]

    /// Runs the export; `meanwhile` runs before each part is taken, with the number of parts before it.
    @discardableResult static func run(
        _ export: PersonalExport, meanwhile: (Int) async throws -> Void = { _ in }
    ) async throws -> CollectedExport {
        var collected = CollectedExport()
        var count = 0
        try await export.run { part in
            try await meanwhile(count)
            count += 1
            collected.add(part)
        }
        return collected
    }

    private mutating func add(_ part: ExportPart) {
        switch part {
        case .file(let file): files.append(file)
        case .rows(let page): if let file = files.last { rows[file, default: []] += page }
        case .bytes(let bytes): if let file = files.last { contents[file, default: []] += bytes }
        case .history(let page): if let file = files.last { pages[file, default: []].append(page) }
        }
    }

    /// The rows of a section as texts by column. Both files of it must have the same rows.
    func texts(of section: ExportSection) -> [[String: String]] {
        let json = rows[.section(section, .json)] ?? []
        guard json == rows[.section(section, .csv)] ?? [] else { return [["differs": section.rawValue]] }
        return json.map { row in
            Dictionary(zip(section.columns, row.map(\.testText)), uniquingKeysWith: { $1 }).filter { $0.value != "" }
        }
    }

    /// Every text of the sections.
    var allText: String {
        rows.values.joined().joined().map(\.testText).joined(separator: "\n")
    }
}

extension ExportValue {
    fileprivate var testText: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: " ")
        case .integer(let number): "\(number)"
        case .boolean(let isTrue): "\(isTrue)"
        case .time(let time): "\(time)"
        case .facts(let facts): facts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }
    }
}
