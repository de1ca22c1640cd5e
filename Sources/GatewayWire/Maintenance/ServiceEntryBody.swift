package import HomeModel

/// An entry of the service history, in `GET /maintenance/history` and `GET /appliances/{id}/history`.
package struct ServiceEntryBody: Codable, Sendable {
    package let id: ServiceEntryID
    /// The appliance, which may have left the home; absent for an entry about a device.
    package let appliance: ApplianceID?
    package let device: DeviceID?
    /// The name of the appliance or the device; the last one it had, if it left the home.
    package let name: String
    package let day: LocalDate
    package let title: String
    package let note: String?
    package let cost: Money?
    /// The id of the person who did it, or the pseudonym of one who was erased.
    package let doneBy: String?
    /// The name of that person; absent for one who is not in the home any more.
    package let doneByName: String?
    package let provider: String?
    /// The task that was done; absent for an entry that was written by hand.
    package let task: MaintenanceTaskID?
    /// Who wrote the entry, as the audit log names actors.
    package let addedBy: String
    package let addedByName: String?
    package let addedAt: Timestamp
    /// Increases with every change, for `If-Match`.
    package let revision: Int
    /// How many photographs belong to the entry.
    package let photos: Int

    package init(_ entry: ServiceEntry, doneByName: String?, addedByName: String?) {
        id = entry.id
        appliance = entry.subject.appliance
        device = entry.subject.device
        name = entry.subjectName.text
        day = entry.details.day
        title = entry.details.title
        note = entry.details.note
        cost = entry.details.cost
        doneBy = entry.details.doneBy
        self.doneByName = doneByName
        provider = entry.details.provider
        task = entry.task
        addedBy = entry.addedBy
        self.addedByName = addedByName
        addedAt = entry.addedAt
        revision = entry.revision
        photos = entry.photographCount
    }
}

/// `GET /maintenance/history` and `GET /appliances/{id}/history`: entries, newest day first.
package struct ServiceHistoryBody: Codable, Sendable {
    package let entries: [ServiceEntryBody]
    /// What the services cost in each year and currency, also those of entries on other pages.
    package let costs: [ServiceCostBody]
    /// The value of `before` for the next page; absent on the last one.
    package let next: String?

    package init(entries: [ServiceEntryBody], costs: [ServiceCostBody], next: ServiceCursor?) {
        self.entries = entries
        self.costs = costs
        self.next = next?.description
    }
}

/// What the services of one appliance or device cost in one year, in one currency.
package struct ServiceCostBody: Codable, Sendable {
    package let appliance: ApplianceID?
    package let device: DeviceID?
    package let name: String
    package let year: Int
    package let total: Money

    package init(_ cost: ServiceCost) {
        appliance = cost.subject.appliance
        device = cost.subject.device
        name = cost.subjectName.text
        year = cost.year
        total = cost.total
    }
}

/// `POST /maintenance/history`: what was done to an appliance or a device.
package struct NewServiceEntryBody: Codable, Sendable {
    package let appliance: ApplianceID?
    package let device: DeviceID?
    package let day: LocalDate
    package let title: String
    package let note: String?
    package let cost: Money?
    package let doneBy: String?
    package let provider: String?

    package init(_ subject: ServiceSubject, entry: ServiceEntryChangeBody) {
        appliance = subject.appliance
        device = subject.device
        day = entry.day
        title = entry.title
        note = entry.note
        cost = entry.cost
        doneBy = entry.doneBy
        provider = entry.provider
    }
}

/// `PUT /maintenance/history/{id}`: all that people write down about one service. What is absent is not known.
package struct ServiceEntryChangeBody: Codable, Sendable {
    package var day: LocalDate
    package var title: String
    package var note: String?
    package var cost: Money?
    /// The id of a person of the home, or what the entry has now.
    package var doneBy: String?
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

    /// The present details of an entry, to change some of them.
    package init(_ entry: ServiceEntryBody) {
        self.init(
            day: entry.day, title: entry.title, note: entry.note, cost: entry.cost, doneBy: entry.doneBy,
            provider: entry.provider)
    }
}

/// `DELETE /appliances/{id}/history`: how many entries were deleted.
package struct DeletedEntriesBody: Codable, Sendable {
    package let deleted: Int

    package init(deleted: Int) { self.deleted = deleted }
}
