import HomeAssistantHistory
import HomeModel

/// The result of an import, entity by entity, with the rows that were left out and the reasons. It is also the JSON
/// output.
struct ImportReport: Codable, Sendable {
    /// The result for one entity.
    struct Entity: Codable, Sendable {
        let entity: String
        /// The device with the readings; absent when none were stored.
        let device: DeviceID?
        let part: PartID?
        let quantity: CapabilityName?
        /// The flow of its power or energy in an archived device.
        let flow: EnergyFlow?
        /// Whether it measures power or energy that is not counted, because it has no flow.
        let lacksFlow: Bool
        /// The unit in the file.
        let unit: String?
        /// The number of readings from states.
        let states: Int
        /// The number of readings from hourly statistics, of the time before the first state.
        let hours: Int
        /// The number of hourly statistics that were skipped because states cover their time.
        let coveredHours: Int
        let from: Timestamp?
        let to: Timestamp?
        /// How many readings were new, known or rejected at the gateway; absent when nothing was sent.
        let counts: ImportCounts?
        /// The numbers of rows that are not readings, by reason.
        let leftOut: [String: Int]
    }

    /// A range of rows that could not be read.
    struct Gap: Codable, Sendable {
        let table: String
        let firstRow: Int64
        /// Absent when no later row could be read.
        let lastRow: Int64?
        let after: Timestamp?
        let before: Timestamp?
    }

    let isDryRun: Bool
    /// In the order of their first rows in the file.
    let entities: [Entity]
    let gaps: [Gap]
    let namelessRows: Int
    let unreadLogBytes: Int
    /// The entities whose flow was not set, because they have no readings.
    let unusedFlows: [String]

    init(
        _ history: RecorderHistory, outcomes: [Int: ImportOutcome], targets: EntityTargets, flows: EntityFlows,
        isDryRun: Bool
    ) async {
        self.isDryRun = isDryRun
        entities = await history.entities.enumerated().map { index, entity in
            let outcome = outcomes[index]
            let flow = outcome.map(\.flow) ?? flows[entity.id]
            return Entity(entity, outcome: outcome, flow: flow, isArchived: !targets.contains(entity.id))
        }
        unusedFlows = await flows.unused(in: history.entities)
        gaps = await history.gaps.map(Gap.init)
        namelessRows = await history.namelessRows
        unreadLogBytes = history.unreadLogBytes
    }

    var counts: ImportCounts { entities.compactMap(\.counts).reduce(into: ImportCounts(), +=) }
}

extension ImportReport.Entity {
    fileprivate init(_ entity: RecorderEntity, outcome: ImportOutcome?, flow: EnergyFlow?, isArchived: Bool) {
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
