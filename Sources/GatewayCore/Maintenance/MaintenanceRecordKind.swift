import HomeModel
import HomeStore

/// A kind of record that people change by its revision.
enum MaintenanceRecordKind: Sendable {
    case appliance, serviceEntry, maintenanceTask

    /// Throws `.changedMeanwhile` unless the record has one of the revisions that the request names.
    func require(_ revision: Int, isIn revisions: Set<String>?) throws(ActionRefusal) {
        guard let revisions, !revisions.contains("\(revision)") else { return }
        throw changedMeanwhile
    }

    var changedMeanwhile: ActionRefusal {
        switch self {
        case .appliance:
            .changedMeanwhile("The appliance was changed meanwhile. Get it again, and repeat your change on it.")
        case .serviceEntry:
            .changedMeanwhile("The entry was changed meanwhile. Get it again, and repeat your change on it.")
        case .maintenanceTask:
            .changedMeanwhile("The task was changed meanwhile. Get it again, and repeat your change on it.")
        }
    }

    var tooMany: ActionRefusal {
        switch self {
        case .appliance:
            .conflict("The home has \(Appliance.maximumCount) appliances, which is the limit; remove one first.")
        case .serviceEntry:
            .conflict(
                "The service history has \(ServiceEntry.maximumCount) entries, which is the limit. Export it, and delete "
                    + "what you do not need any more.")
        case .maintenanceTask:
            .conflict("The home has \(MaintenanceTask.maximumCount) tasks, which is the limit; remove one first.")
        }
    }
}

extension AuthorizedActions {
    /// Throws a refusal, which the log records too, unless the record was changed.
    func require(_ change: RecordChange, of act: AuditedAction, as kind: MaintenanceRecordKind)
        async throws(ActionRefusal)
    {
        let refusal: ActionRefusal
        switch change {
        case .done: return
        case .missing: refusal = .notFound
        case .changedMeanwhile: refusal = kind.changedMeanwhile
        case .tooMany: refusal = kind.tooMany
        case .personLeft: refusal = .conflict("A person whom the record names has just left the home; try again.")
        case .hasPhotographs:
            refusal = .maintenance(
                .hasPhotographs,
                detail: "The entry of the service history has photos, which would be deleted with it. To delete "
                    + "them too, state their number in “photos”; in a terminal, use "
                    + "tomte maintenance done TASK --undo --with-photos.")
        }
        await recordFailure(of: [act], .overtaken)
        throw refusal
    }
}

extension PeopleRegistry {
    /// The hashes of the ids of those who are people of the home now.
    func hashes(of people: [PersonID?]) -> [PersonIDHash] {
        people.compactMap(\.self).filter { person($0) != nil }.map { hash(of: $0) }
    }
}
