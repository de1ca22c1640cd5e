/// What was done to an appliance or a device, on one day: a repair, a new filter, a cleaning.
package struct ServiceEntry: Hashable, Sendable {
    /// The entries that the history of a home can have.
    package static let maximumCount = 20_000

    package let id: ServiceEntryID
    package let subject: ServiceSubject
    /// The name that the subject had when the entry was written, or when it was removed: it stays when the subject does
    /// not exist any more.
    package let subjectName: DisplayName
    package var details: ServiceDetails
    /// The task that was done; nil for an entry that was written by hand.
    package let task: MaintenanceTaskID?
    /// The actor who wrote the note last, as `addedBy`; nil without a note.
    package let noteBy: String?
    /// The actor who added the entry, as the audit log names actors, or the pseudonym of a person who was erased.
    package let addedBy: String
    package let addedAt: Timestamp
    /// Increases with every change, for `If-Match`.
    package let revision: Int
    /// How many photographs belong to the entry.
    package let photographCount: Int

    package init(
        id: ServiceEntryID, subject: ServiceSubject, subjectName: DisplayName, details: ServiceDetails,
        task: MaintenanceTaskID? = nil, noteBy: String? = nil, addedBy: String, addedAt: Timestamp, revision: Int = 1,
        photographCount: Int = 0
    ) {
        self.id = id
        self.subject = subject
        self.subjectName = subjectName
        self.details = details
        self.task = task
        self.noteBy = noteBy
        self.addedBy = addedBy
        self.addedAt = addedAt
        self.revision = revision
        self.photographCount = photographCount
    }
}

package typealias ServiceEntryID = Identifier<ServiceEntry>

/// What an entry of the service history is about. It may have left the home; its history stays.
package enum ServiceSubject: Hashable, Sendable {
    case appliance(ApplianceID)
    case device(DeviceID)

    package var appliance: ApplianceID? { if case .appliance(let id) = self { id } else { nil } }
    package var device: DeviceID? { if case .device(let id) = self { id } else { nil } }
}

/// What people write down about one service.
package struct ServiceDetails: Hashable, Sendable {
    package var day: LocalDate
    package var title: String
    package var note: String?
    package var cost: Money?
    /// The person of the home who did it, by id, or the pseudonym of one who was erased.
    package var doneBy: String?
    /// The company or craftsman who did it.
    package var provider: String?

    package init(
        day: LocalDate, title: String, note: String? = nil, cost: Money? = nil, doneBy: String? = nil,
        provider: String? = nil
    ) {
        self.day = day
        self.title = title
        self.note = note
        self.cost = cost
        self.doneBy = doneBy
        self.provider = provider
    }
}

extension ServiceDetails {
    /// The rules for its texts.
    package static let titleRule = FreeTextRule.line(120)
    package static let providerRule = FreeTextRule.line(100)
    package static let noteRule = FreeTextRule.lines(2000)
}
