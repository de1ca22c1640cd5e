import Foundation
package import HomeModel
package import HomeStorage

/// The energy of the home by device, room, hour or day: of the devices that the asker may see, others are left out.
///
/// Made from roll-ups, so it counts whole hours and stays exact when the readings are gone. Only energy in kWh and
/// electric power are told, no gas and no water.
package struct EnergyReport: Sendable {
    /// A query is answered in steps of so many hours, so that years of one series do not lie in memory.
    private static let window = Duration.days(400)

    private let registry: HomeRegistry
    private let people: PeopleRegister
    private let store: ReadingStore
    private let keeper: RetentionKeeper
    private let clock: HomeClock

    package init(
        registry: HomeRegistry, people: PeopleRegister, store: ReadingStore, keeper: RetentionKeeper, clock: HomeClock
    ) {
        self.registry = registry
        self.people = people
        self.store = store
        self.keeper = keeper
        self.clock = clock
    }

    /// The balance from the hour of `from` to the hour in which `to` lies, as far as each series is within its term.
    package func balance(_ query: EnergyQuery, as identity: Identity) async throws(ActRefusal) -> EnergyBalance {
        let (home, policy, terms) = await (registry.snapshot, people.policy, keeper.terms)
        let now = clock.now()
        let from = max(query.from, now - .days(RetentionTerms.rollUpBounds.upperBound)).startOfHour
        let to = max(from, (min(query.to, now + .hours(1)) - .milliseconds(1)).startOfHour + .hours(1))
        var sums = EnergySums(by: query.grouping, in: home, policy.timeZone)
        for device in home.ordered {
            for source in EnergySource.all(of: device) {
                guard policy.maySee(identity, source.series.capability.kind, of: device, at: now) else { continue }
                let edge = terms.rollUpEdge(of: source.series, .energy, at: now)
                do {
                    try await add(source, of: device, from..<to, notBefore: edge, now: now, to: &sums)
                } catch {
                    throw .storage(error)
                }
            }
        }
        return EnergyBalance(from: from, to: to, rows: sums.rows, totals: sums.totals)
    }

    private func add(
        _ source: EnergySource, of device: Device, _ span: Range<Timestamp>, notBefore edge: Timestamp, now: Timestamp,
        to sums: inout EnergySums
    ) async throws(StorageError) {
        var start = max(span.lowerBound, edge.startOfHour)
        while start < span.upperBound {
            let end = min(start + Self.window, span.upperBound)
            for hour in try await store.rollUps(of: source.series, from: start, to: end, notBefore: edge) {
                let (kilowattHours, flow) = source.amount(of: hour, now: now)
                sums.add(kilowattHours, flow, isEstimated: source.isEstimated, of: device, at: hour.start)
            }
            start = end
        }
    }
}

/// The rows of a balance while they are being added up.
private struct EnergySums {
    private let grouping: EnergyQuery.Grouping
    private let home: HomeSnapshot
    private let calendar: Calendar
    /// The day of the last hour that was added: the next one mostly lies in it too.
    private var day: Range<Timestamp>?
    private var tallies: [EnergyBalance.Key: EnergyTally] = [:]
    private var total = EnergyTally()

    init(by grouping: EnergyQuery.Grouping, in home: HomeSnapshot, _ zone: TimeZone) {
        self.grouping = grouping
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

    var totals: [EnergyAmount] { total.amounts }

    var rows: [EnergyBalance.Row] {
        tallies.map { EnergyBalance.Row(key: $0.key, name: name(of: $0.key), amounts: $0.value.amounts) }
            .sorted(by: Self.comesFirst)
    }

    private mutating func key(_ device: Device, _ time: Timestamp) -> EnergyBalance.Key {
        switch grouping {
        case .device: return .device(device.id)
        case .room: return .room(device.room.flatMap { home.rooms[$0]?.id })
        case .hour: return .time(time)
        case .day:
            let around = day.flatMap { $0.contains(time) ? $0 : nil } ?? time.day(in: calendar)
            day = around
            return .time(around.lowerBound)
        }
    }

    private func name(of key: EnergyBalance.Key) -> String? {
        switch key {
        case .device(let id): home[id]?.name.text
        case .room(let id): id.flatMap { home.rooms[$0]?.name.text }
        case .time: nil
        }
    }

    private static func comesFirst(_ left: EnergyBalance.Row, _ right: EnergyBalance.Row) -> Bool {
        if case .time(let earlier) = left.key, case .time(let later) = right.key { return earlier < later }
        let (most, least) = (consumption(left), consumption(right))
        return most == least ? (left.name ?? "") < (right.name ?? "") : most > least
    }

    private static func consumption(_ row: EnergyBalance.Row) -> Double {
        row.amounts.first { $0.flow == .consumption }?.kilowattHours ?? 0
    }
}
