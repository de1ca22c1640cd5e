import Foundation
package import HomeModel
package import TimeSeriesStore

/// Reports the energy of the home by device, room, hour or day, for the devices that the asker may see.
///
/// The report uses roll-ups, so it counts whole hours and stays exact after the readings were deleted. It uses roll-ups
/// of days, unless the query asks for hours. It covers only energy in kWh and electric power, no gas and no water.
package struct EnergyReport: Sendable {
    /// Roll-ups of hours are read in steps of this length, so that years of one series are not in memory at once.
    private static let window = Duration.days(400)
    /// A month of hours of 27 devices, or a year of days of 54. More rows would fill the memory and delay other
    /// requests.
    package static let mostRows = 20_000

    private let registry: HomeRegistry
    private let people: PeopleRegistry
    private let store: ReadingStore
    private let retention: RetentionJob
    private let tariffs: TariffRegistry
    private let clock: HomeClock
    private let mostRows: Int

    package init(
        registry: HomeRegistry, people: PeopleRegistry, store: ReadingStore, retention: RetentionJob,
        tariffs: TariffRegistry, clock: HomeClock, mostRows: Int = EnergyReport.mostRows
    ) {
        self.registry = registry
        self.people = people
        self.store = store
        self.retention = retention
        self.tariffs = tariffs
        self.clock = clock
        self.mostRows = mostRows
    }

    /// Returns the balance from the hour of `from` to the hour that contains `to`, within the retention term of each
    /// series. Throws `.invalid` for a split without hours or days, and for too many rows.
    package func balance(_ query: EnergyQuery, as identity: Identity) async throws(ActionRefusal) -> EnergyBalance {
        guard query.split == nil || query.grouping.isByTime else {
            throw .invalid(
                field: "split", code: "contradictory",
                detail: "Only rows of hours or days can be split: set by=hour or by=day.")
        }
        let (home, policy, terms) = await (registry.snapshot, people.policy, retention.terms)
        let (now, decisionTime) = (clock.now(), clock.decisionTime())
        let from = max(query.from, now - .days(RetentionTerms.rollUpBounds.upperBound)).startOfHour
        let to = max(from, (min(query.to, now + .hours(1)) - .milliseconds(1)).startOfHour + .hours(1))
        let timeline = await tariffs.table.timeline(in: policy.timeZone)
        var sums = EnergyAccumulator(
            by: query.grouping, split: query.split, in: home, zone: policy.timeZone, tariffs: timeline)
        for device in home.ordered {
            for source in EnergySource.all(of: device) {
                guard policy.maySee(identity, capability: source.series.capability.kind, of: device, at: decisionTime)
                else {
                    continue
                }
                let edge = terms.rollUpEdge(of: source.series, .energy, at: now)
                try await add(source, of: device, span: from..<to, notBefore: edge, now: now, to: &sums)
            }
        }
        return EnergyBalance(
            from: from, to: to, rows: sums.rows, totals: sums.totals, cost: sums.cost, revenue: sums.revenue)
    }

    private func add(
        _ source: EnergySource, of device: Device, span: Range<Timestamp>, notBefore edge: Timestamp, now: Timestamp,
        to sums: inout EnergyAccumulator
    ) async throws(ActionRefusal) {
        var start = max(span.lowerBound, edge.startOfHour)
        if sums.isByDay {
            // The current hour is not over: its power counts up to now.
            let end = min(span.upperBound, now.startOfHour)
            for day in try await days(of: source.series, start, end, notBefore: edge, in: sums.zone) {
                for (kilowattHours, flow) in source.amounts(of: day) {
                    sums.add(kilowattHours, flow: flow, isEstimated: source.isEstimated, of: device, at: day.start)
                }
                guard sums.count <= mostRows else { throw .tooManyRows }
            }
            start = max(start, end)
        }
        while start < span.upperBound {
            let end = min(start + Self.window, span.upperBound)
            for hour in try await hours(of: source.series, start..<end, notBefore: edge) {
                let (kilowattHours, flow) = source.amount(of: hour, now: now)
                sums.add(kilowattHours, flow: flow, isEstimated: source.isEstimated, of: device, at: hour.start)
                guard sums.count <= mostRows else { throw .tooManyRows }
            }
            start = end
        }
    }

    private func days(
        of series: SeriesID, _ from: Timestamp, _ to: Timestamp, notBefore edge: Timestamp, in zone: TimeZone
    ) async throws(ActionRefusal) -> [DayRollUp] {
        do {
            return try await store.days(of: series, from: from, to: to, notBefore: edge, in: zone)
        } catch {
            throw .storage(error)
        }
    }

    private func hours(
        of series: SeriesID, _ span: Range<Timestamp>, notBefore edge: Timestamp
    ) async throws(ActionRefusal) -> [RollUp] {
        do {
            return try await store.rollUps(of: series, from: span.lowerBound, to: span.upperBound, notBefore: edge)
        } catch {
            throw .storage(error)
        }
    }
}

extension EnergyQuery.Grouping {
    fileprivate var isByTime: Bool { self == .hour || self == .day }
}

extension ActionRefusal {
    fileprivate static let tooManyRows = ActionRefusal.invalid(
        field: "from", code: "tooMany", detail: "The answer has too many rows; choose a shorter time, or by=day.")
}

/// The rows of a balance while they are summed up.
private struct EnergyAccumulator {
    private let grouping: EnergyQuery.Grouping
    private let split: EnergyQuery.Split?
    private let home: HomeSnapshot
    private let calendar: Calendar
    /// The day of the last hour that was added: the next hour is mostly in the same day.
    private var day: Range<Timestamp>?
    private var tallies: [EnergyBalance.Key: EnergyTotals] = [:]
    private var total = EnergyTotals()
    private let timeline: TariffTimeline
    private var costs: [EnergyBalance.Key: EnergyCostAccumulator] = [:]
    private var totalCost = EnergyCostAccumulator()

    init(
        by grouping: EnergyQuery.Grouping, split: EnergyQuery.Split?, in home: HomeSnapshot, zone: TimeZone,
        tariffs timeline: TariffTimeline
    ) {
        self.timeline = timeline
        self.grouping = grouping
        self.split = split
        self.home = home
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    mutating func add(
        _ kilowattHours: Double, flow: EnergyFlow, isEstimated: Bool, of device: Device, at time: Timestamp
    ) {
        let key = key(device, time: time)
        tallies[key, default: EnergyTotals()].add(kilowattHours, flow: flow, isEstimated: isEstimated)
        total.add(kilowattHours, flow: flow, isEstimated: isEstimated)
        guard !timeline.versions.isEmpty else { return }
        // Versions begin with days, and an hour belongs to the day in which it starts.
        let version = timeline.index(at: time)
        costs[key, default: EnergyCostAccumulator()].add(kilowattHours, flow: flow, at: version)
        totalCost.add(kilowattHours, flow: flow, at: version)
    }

    var count: Int { tallies.count }

    /// Whether roll-ups of whole days are fine enough for each row.
    var isByDay: Bool { grouping != .hour }

    var zone: TimeZone { calendar.timeZone }

    var totals: [EnergyAmount] { total.amounts }

    var cost: [EnergyCost] { totalCost.cost(in: timeline.versions) }

    var revenue: [EnergyCost] { totalCost.revenue(in: timeline.versions) }

    var rows: [EnergyBalance.Row] {
        // The hours and days of the home have one basis, so that their costs add up to its total.
        let homeFlow = totalCost.purchasedFlow
        return tallies.map { key, tally in
            let sums = costs[key] ?? EnergyCostAccumulator()
            return EnergyBalance.Row(
                key: key, name: key.consumer.flatMap(name), amounts: tally.amounts,
                cost: sums.cost(in: timeline.versions, of: key.consumer == nil ? homeFlow : sums.consumedFlow),
                revenue: sums.revenue(in: timeline.versions))
        }.sorted(by: Self.comesFirst)
    }

    private mutating func key(_ device: Device, time: Timestamp) -> EnergyBalance.Key {
        switch grouping {
        case .device: .subject(.device(device.id))
        case .room: .subject(room(of: device))
        case .hour: share(of: time, device)
        case .day: share(of: startOfDay(time), device)
        }
    }

    private func share(of start: Timestamp, _ device: Device) -> EnergyBalance.Key {
        switch split {
        case nil: .time(start)
        case .device: .share(.device(device.id), of: start)
        case .room: .share(room(of: device), of: start)
        }
    }

    private func room(of device: Device) -> EnergyBalance.Consumer { .room(device.room.flatMap { home.rooms[$0]?.id }) }

    private mutating func startOfDay(_ time: Timestamp) -> Timestamp {
        let around = day.flatMap { $0.contains(time) ? $0 : nil } ?? time.day(in: calendar)
        day = around
        return around.lowerBound
    }

    private func name(of consumer: EnergyBalance.Consumer) -> String? {
        switch consumer {
        case .device(let id): home[id]?.name.text
        case .room(let id): id.flatMap { home.rooms[$0]?.name.text }
        }
    }

    private static func comesFirst(_ left: EnergyBalance.Row, _ right: EnergyBalance.Row) -> Bool {
        if let earlier = left.key.start, let later = right.key.start, earlier != later { return earlier < later }
        let (most, least) = (consumption(left), consumption(right))
        return most == least ? (left.name ?? "") < (right.name ?? "") : most > least
    }

    private static func consumption(_ row: EnergyBalance.Row) -> Double {
        row.amounts.first { $0.flow == .consumption }?.kilowattHours ?? 0
    }
}
