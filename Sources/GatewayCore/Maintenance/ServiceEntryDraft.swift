package import HomeModel

/// An entry of the service history as a person writes it, before it is checked.
package struct ServiceEntryDraft: Sendable {
    package var day: LocalDate
    package var title: String
    package var note: String?
    package var cost: Money?
    /// The id of a person of the home. Of an entry that is changed, the stored text is accepted too.
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
}

extension ServiceEntryDraft {
    /// Returns the details, or throws `.invalid` for the first field that breaks a rule. `known` are the details that they
    /// replace. `latest` is the last day that an entry may have; nil while the date is not known.
    func checked(
        among people: [PersonID: Person], latest: LocalDate?, replacing known: ServiceDetails?
    ) throws(ActionRefusal) -> ServiceDetails {
        guard let title = try title.checked(by: ServiceDetails.titleRule, field: "title") else {
            throw .invalid(field: "title", code: "empty", detail: "The title is empty; say what was done.")
        }
        if let latest, day > latest, day != known?.day {
            throw .invalid(
                field: "day", code: "outOfRange", detail: "The day is in the future; an entry says what was done.")
        }
        return ServiceDetails(
            day: day, title: title, note: try note.checked(by: ServiceDetails.noteRule, field: "note"),
            cost: try cost?.checked(field: "cost", replacing: known?.cost),
            doneBy: try checkedPerson(among: people, known: known?.doneBy),
            provider: try provider.checked(by: ServiceDetails.providerRule, field: "provider"))
    }

    private func checkedPerson(
        among people: [PersonID: Person], known: String?
    ) throws(ActionRefusal) -> String? {
        guard let doneBy, doneBy != known else { return doneBy }
        guard let id = PersonID(doneBy), people[id] != nil else {
            throw .invalid(
                field: "doneBy", code: "notFound",
                detail: "The home has no person with this id. Write others, such as a company, as the provider.")
        }
        return doneBy
    }
}

extension String {
    /// The text by its rule; nil for a blank one. Throws `.invalid`.
    fileprivate func checked(by rule: FreeTextRule, field: String) throws(ActionRefusal) -> String? {
        try Optional(self).checked(by: rule, field: field)
    }
}
