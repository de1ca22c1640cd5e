import HomeModel
import HomeStore

/// The notes about appliances that the person wrote.
struct ApplianceNotesSource: ExportSource {
    let section = ExportSection.applianceNotes
    let appliances: ApplianceStore

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let person = subject.person.id
        return LoadedRows { [appliances] () async throws(StorageError) in
            try await appliances.notes(by: person).map { appliance in
                [.text(appliance.id.rawValue), .text(appliance.name.text), .text(appliance.details.note)]
            }
        }
    }
}

/// The entries of the service history that the person wrote, or in which the person did something. A note of another
/// person is left out.
struct ServiceHistorySource: ExportSource {
    let section = ExportSection.serviceHistory
    let history: ServiceHistoryStore

    func rows(about subject: ExportSubject) async -> any ExportRows {
        LoadedRows { [history] () async throws(StorageError) in
            try await history.entries(naming: subject.person.id).map { Self.row($0, subject: subject) }
        }
    }

    private static func row(_ entry: ServiceEntry, subject: ExportSubject) -> ExportRow {
        let (details, id) = (entry.details, subject.person.id.rawValue)
        let isOwnNote = [id, AuditEntry.consoleAs + id].contains(entry.noteBy ?? "")
        return [
            .text(entry.id.rawValue), .text(details.day.description), .text(entry.subjectName.text),
            .text(details.title), isOwnNote ? .text(details.note) : .none, .text(details.cost?.amount.description),
            .text(details.cost?.currency.description), .text(details.doneBy.map(subject.naming)),
            .text(details.provider), .text(subject.naming(actor: entry.addedBy, actsOnPerson: false)),
            .time(entry.addedAt),
        ]
    }
}

/// The rows of a section that are read from the database when they are needed.
private struct LoadedRows: ExportRows {
    private var load: (@Sendable () async throws(StorageError) -> [ExportRow])?

    init(_ load: @escaping @Sendable () async throws(StorageError) -> [ExportRow]) { self.load = load }

    mutating func next() async throws(ActionRefusal) -> [ExportRow]? {
        guard let load else { return nil }
        self.load = nil
        do throws(StorageError) {
            return try await load()
        } catch {
            throw .storage(error)
        }
    }
}
