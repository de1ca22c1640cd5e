import Foundation
import HomeModel

/// The home as one asker may see it now, for the views of tasks and batteries.
struct MaintenanceContext: Sendable {
    let appliances: [ApplianceID: Appliance]
    let home: HomeSnapshot
    let states: StateSnapshot
    let policy: AccessPolicy
    let identity: Identity
    /// Nil while no day is known.
    let today: LocalDate?
    let now: DecisionTime

    var timeZone: TimeZone { policy.timeZone }

    init(
        appliances: [Appliance], home: HomeSnapshot, states: StateSnapshot, policy: AccessPolicy, identity: Identity,
        today: LocalDate?, now: DecisionTime
    ) {
        self.appliances = Dictionary(appliances.map { ($0.id, $0) }) { $1 }
        self.home = home
        self.states = states
        self.policy = policy
        self.identity = identity
        self.today = today
        self.now = now
    }

    /// Whether the asker may see the appliance or the device, and the values on which the task depends.
    func shows(_ task: MaintenanceTask) -> Bool {
        guard name(of: task.subject) != nil else { return false }
        guard let series = task.details.schedule.series, home[series.device] != nil else { return true }
        return shows(series)
    }

    func shows(_ series: SeriesID) -> Bool {
        guard let device = home[series.device] else { return false }
        return policy.maySee(identity, capability: series.capability.kind, of: device, at: now)
    }

    /// The name of an appliance, or of a device that the asker may see.
    func name(of subject: ServiceSubject) -> DisplayName? {
        switch subject {
        case .appliance(let id): appliances[id]?.name
        case .device(let id): visible(id)?.name
        }
    }

    func view(of task: MaintenanceTask) -> MaintenanceTaskView {
        let series = task.details.schedule.series
        let hasSource = series.map(home.has) ?? false
        return MaintenanceTaskView(
            task: task, status: task.status(on: today),
            estimatedDate: hasSource ? task.estimatedDate(on: today) : nil,
            subjectName: name(of: task.subject) ?? Self.unknownName, room: room(of: task.subject),
            value: series.flatMap { hasSource ? states[$0.device].values[$0] : nil },
            sourceName: series.flatMap { hasSource ? home[$0.device]?.name : nil },
            isSourceMissing: series != nil && !hasSource, doneByName: person(task.doneBy)?.name)
    }

    /// The person in an actor as the audit log names it, also through the console.
    func person(_ actor: String?) -> Person? {
        guard let actor else { return nil }
        let prefix = AuditEntry.consoleAs
        let id = actor.hasPrefix(prefix) ? String(actor.dropFirst(prefix.count)) : actor
        return PersonID(id).flatMap { policy.people[$0] }
    }

    /// The batteries of the devices that the asker may see, the most urgent one first.
    var batteries: [BatteryView] {
        home.batteries(states).compactMap { status in
            guard let device = visible(status.device),
                policy.maySee(identity, capability: .battery, of: device, at: now)
            else { return nil }
            let age = status.reportedAt.map { now.wall - $0 }
            return BatteryView(
                status: status, deviceName: device.name, hasSeveralParts: device.description.parts.count > 1,
                room: home.room(of: device), age: now.isKnown ? age.map { max($0, .zero) } : nil,
                availability: states[device.id].availability ?? .unknown)
        }
    }

    /// What templates look at. Nil when the home does not have it, or the asker may not see it.
    func thing(_ subject: ServiceSubject) -> MaintainedThing? {
        switch subject {
        case .appliance(let id):
            guard let appliance = appliances[id] else { return nil }
            let details = appliance.details
            return MaintainedThing(
                texts: [details.name.text, details.maker, details.model].compactMap(\.self),
                device: details.link.flatMap { visible($0.device) }, part: details.link?.part)
        case .device(let id):
            guard let device = visible(id) else { return nil }
            let description = device.description
            return MaintainedThing(
                texts: [device.name.text, description.name, description.manufacturer, description.model].compactMap(
                    \.self),
                device: device)
        }
    }

    private func room(of subject: ServiceSubject) -> Room? {
        switch subject {
        case .appliance(let id): appliances[id]?.room.flatMap { home.rooms[$0] }
        case .device(let id): visible(id).flatMap { home.room(of: $0) }
        }
    }

    private func visible(_ id: DeviceID) -> Device? {
        home[id].flatMap { policy.maySee(identity, device: $0, at: now) ? $0 : nil }
    }

    private static let unknownName = DisplayName("unknown" as StaticString)
}
