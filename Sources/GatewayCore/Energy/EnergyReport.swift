import Foundation
package import HomeModel
package import HomeStorage

/// The energy of the home by device, room, hour or day: of the devices that the asker may see, others are left out.
///
/// Made from roll-ups, so it counts whole hours and stays exact when the readings are gone: from those of days, unless
/// hours are asked for. Only energy in kWh and electric power are told, no gas and no water.
package struct EnergyReport: Sendable {
    /// A query is answered in steps of so many hours, so that years of one series do not lie in memory.
    private static let window = Duration.days(400)
    /// A month of hours of 27 devices, or a year of days of 54: more would fill the memory and hold up other requests.
    package static let mostRows = 20_000

    private let registry: HomeRegistry
    private let people: PeopleRegister
    private let store: ReadingStore
    private let keeper: RetentionKeeper
    private let clock: HomeClock
    private let mostRows: Int

    package init(
        registry: HomeRegistry, people: PeopleRegister, store: ReadingStore, keeper: RetentionKeeper, clock: HomeClock,
        mostRows: Int = EnergyReport.mostRows
    ) {
        self.registry = registry
        self.people = people
        self.store = store
        self.keeper = keeper
        self.clock = clock
        self.mostRows = mostRows
    }

    /// The balance from the hour of `from` to the hour in which `to` lies, as far as each series is within its term.
    package func balance(_ query: EnergyQuery, as identity: Identity) async throws(ActRefusal) -> EnergyBalance {
        guard query.split == nil || query.grouping.isByTime else {
            throw .invalid(
                field: "split", code: "contradictory",
                detail: "Only hours and days are split up: say by=hour or by=day.")
        }
        let (home, policy, terms) = await (registry.snapshot, people.policy, keeper.terms)
        let (now, decisionTime) = (clock.now(), clock.decisionTime())
        let from = max(query.from, now - .days(RetentionTerms.rollUpBounds.upperBound)).startOfHour
        let to = max(from, (min(query.to, now + .hours(1)) - .milliseconds(1)).startOfHour + .hours(1))
        var sums = EnergySums(by: query.grouping, query.split, in: home, policy.timeZone)
        for device in home.ordered {
            for source in EnergySource.all(of: device) {
                guard policy.maySee(identity, source.series.capability.kind, of: device, at: decisionTime) else {
                    continue
                }
                let edge = terms.rollUpEdge(of: source.series, .energy, at: now)
                try await add(source, of: device, from..<to, notBefore: edge, now: now, to: &sums)
            }
        }
        return EnergyBalance(from: from, to: to, rows: sums.rows, totals: sums.totals)
    }

    private func add(
        _ source: EnergySource, of device: Device, _ span: Range<Timestamp>, notBefore edge: Timestamp, now: Timestamp,
        to sums: inout EnergySums
    ) async throws(ActRefusal) {
        var start = max(span.lowerBound, edge.startOfHour)
        if sums.isByDay {
            // The hour that goes on is not over, and its power counts up to now.
            let end = min(span.upperBound, now.startOfHour)
            for day in try await days(of: source.series, start, end, notBefore: edge, in: sums.zone) {
                for (kilowattHours, flow) in source.amounts(of: day) {
                    sums.add(kilowattHours, flow, isEstimated: source.isEstimated, of: device, at: day.start)
                }
                guard sums.count <= mostRows else { throw .tooManyRows }
            }
            start = max(start, end)
        }
        while start < span.upperBound {
            let end = min(start + Self.window, span.upperBound)
            for hour in try await hours(of: source.series, start..<end, notBefore: edge) {
                let (kilowattHours, flow) = source.amount(of: hour, now: now)
                sums.add(kilowattHours, flow, isEstimated: source.isEstimated, of: device, at: hour.start)
                guard sums.count <= mostRows else { throw .tooManyRows }
            }
            start = end
        }
    }

    private func days(
        of series: SeriesID, _ from: Timestamp, _ to: Timestamp, notBefore edge: Timestamp, in zone: TimeZone
    ) async throws(ActRefusal) -> [DayRollUp] {
        do {
            return try await store.days(of: series, from: from, to: to, notBefore: edge, in: zone)
        } catch {
            throw .storage(error)
        }
    }

    private func hours(
        of series: SeriesID, _ span: Range<Timestamp>, notBefore edge: Timestamp
    ) async throws(ActRefusal) -> [RollUp] {
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

extension ActRefusal {
    fileprivate static let tooManyRows = ActRefusal.invalid(
        field: "from", code: "tooMany", detail: "These are too many rows; ask for less time, or by=day.")
}

/// The rows of a balance while they are being added up.
private struct EnergySums {
    private let grouping: EnergyQuery.Grouping
    private let split: EnergyQuery.Split?
    private let home: HomeSnapshot
    private let calendar: Calendar
    /// The day of the last hour that was added: the next one mostly lies in it too.
    private var day: Range<Timestamp>?
    private var tallies: [EnergyBalance.Key: EnergyTally] = [:]
    private var total = EnergyTally()

    init(
        by grouping: EnergyQuery.Grouping, _ split: EnergyQuery.Split?, in home: HomeSnapshot, _ zone: TimeZone
    ) {
        self.grouping = grouping
        self.split = split
        self.home = home
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    mutating func add(
        _ kilowattHours: Double, _ flow: EnergyFlow, isEstimated: Bool, of device: Device, at time: Timestamp
    ) {
        tallies[key(device, time), default: EnergyTally()].add(kilowattHours, flow, isEstimated: isEstimated)
        total.add(kilowattHours, flow, isEstimated: isEstimated)
    }

    var count: Int { tallies.count }

    /// Whether a row never needs less than the hours of a day.
    var isByDay: Bool { grouping != .hour }

    var zone: TimeZone { calendar.timeZone }

    var totals: [EnergyAmount] { total.amounts }

    var rows: [EnergyBalance.Row] {
        tallies.map { key, tally in
            EnergyBalance.Row(key: key, name: key.consumer.flatMap(name), amounts: tally.amounts)
        }.sorted(by: Self.comesFirst)
    }

    private mutating func key(_ device: Device, _ time: Timestamp) -> EnergyBalance.Key {
        switch grouping {
        case .device: .whose(.device(device.id))
        case .room: .whose(room(of: device))
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
