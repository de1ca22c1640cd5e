import HomeAssistantHistory
import HomeModel

/// What an import brought in, entity by entity, and what it left out and why.
struct ImportReport: Codable, Sendable {
    struct Entity: Codable, Sendable {
        let entity: String
        /// Where its readings are; absent when none were stored.
        let device: DeviceID?
        let part: PartID?
        let quantity: CapabilityName?
        /// What its power or energy means in an archived device.
        let flow: EnergyFlow?
        /// Whether it measures power or energy that is not counted, since nobody said what it means.
        let lacksFlow: Bool
        /// In the file.
        let unit: String?
        /// Single values, and values of hours from before them.
        let states: Int
        let hours: Int
        /// Hours of which single values are there.
        let coveredHours: Int
        let from: Timestamp?
        let to: Timestamp?
        /// What became of them; absent when nothing was sent.
        let counts: ImportCounts?
        /// Rows that are no readings, by reason.
        let leftOut: [String: Int]
    }

    struct Gap: Codable, Sendable {
        let table: String
        let firstRow: Int64
        /// Absent when nothing more could be read.
        let lastRow: Int64?
        let after: Timestamp?
        let before: Timestamp?
    }

    let isDryRun: Bool
    /// In the order in which the file names them.
    let entities: [Entity]
    let gaps: [Gap]
    let namelessRows: Int
    let unreadLogBytes: Int
    /// Entities whose flow was not set, for nothing of them was read.
    let unusedFlows: [String]

    init(
        _ history: RecorderHistory, _ outcomes: [Int: ImportOutcome], targets: EntityTargets, flows: EntityFlows,
        isDryRun: Bool
    ) async {
        self.isDryRun = isDryRun
        entities = await history.entities.enumerated().map { place, entity in
            let outcome = outcomes[place]
            let flow = outcome.map(\.flow) ?? flows[entity.id]
            return Entity(entity, outcome, flow: flow, isArchived: !targets.contains(entity.id))
        }
        unusedFlows = await flows.unused(in: history.entities)
        gaps = await history.gaps.map(Gap.init)
        namelessRows = await history.namelessRows
        unreadLogBytes = history.unreadLogBytes
    }

    var counts: ImportCounts { entities.compactMap(\.counts).reduce(into: ImportCounts(), +=) }
}

extension ImportReport.Entity {
    fileprivate init(_ entity: RecorderEntity, _ outcome: ImportOutcome?, flow: EnergyFlow?, isArchived: Bool) {
        self.init(
            entity: entity.id, device: outcome?.series.device, part: outcome?.series.part,
            quantity: entity.quantity.map { outcome?.series.capability ?? CapabilityName($0) }, flow: flow,
            lacksFlow: isArchived && flow == nil && entity.readings > 0 && entity.quantity?.hasFlow ?? false,
            unit: entity.unit, states: entity.states, hours: entity.hours, coveredHours: entity.coveredHours,
            from: entity.span?.lowerBound, to: entity.span?.upperBound, counts: outcome?.counts,
            leftOut: Dictionary(entity.leftOut.map { ($0.key.code, $0.value) }, uniquingKeysWith: +))
    }
}

extension ImportReport.Gap {
    fileprivate init(_ gap: RowGap) {
        let isOpen = gap.rows.upperBound == .max
        self.init(
            table: gap.table, firstRow: gap.rows.lowerBound, lastRow: isOpen ? nil : gap.rows.upperBound,
            after: gap.after, before: gap.before)
    }
}
