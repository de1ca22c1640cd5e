package import HomeDialects
package import HomeModel

/// A home without clock and network: time and commands go in, messages come out.
///
/// The same scenario, seed, steps and commands give the same messages, byte for byte.
package struct HomeSimulation: Sendable {
    package let scenario: Scenario
    package private(set) var start: Timestamp
    package private(set) var elapsed = Duration.zero
    package private(set) var surroundings: Surroundings

    /// Root topics in the order of the scenario; each is one connection.
    package let roots: [String]

    private var devices: [DeviceRuntime]
    private let members: [String: [Int]]
    private let speakers: [String: any DialectSpeaker]
    private let indices: [String: Int]
    /// Devices in the order in which they act within a step.
    private let order: [Int]
    private var troubles: [String: ConnectionTrouble] = [:]

    private struct ConnectionTrouble: Equatable {
        var isCut = false
        var isExpired = false
    }

    package init(_ scenario: Scenario, seed: UInt64? = nil, start: Timestamp) {
        let seed = seed ?? scenario.seed
        self.scenario = scenario
        self.start = start
        surroundings = Surroundings(
            rooms: scenario.rooms.map { ThermalRoom(use: $0.use, areaSquareMetres: $0.areaSquareMetres) },
            residents: scenario.residents, place: scenario.place, seed: seed, at: start)
        devices = scenario.devices.map { device in
            let room = scenario.rooms.firstIndex { $0.name == device.room }
            return DeviceRuntime(device, room: room, scenario: scenario, seed: seed)
        }
        var seen: Set<String> = []
        roots = scenario.devices.map(\.root).filter { seen.insert($0).inserted }
        let members = Dictionary(grouping: devices.indices) { scenario.devices[$0].root }
        self.members = members
        speakers = devices.speakers(of: members)
        indices = Dictionary(
            scenario.devices.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let stages = devices.map { $0.inside.stage.rawValue }
        order = devices.indices.sorted { (stages[$0], $0) < (stages[$1], $1) }
        // A device that connects at once shows what it measures, and not 0.
        pass(.zero)
    }

    package var time: Timestamp { start + elapsed }

    /// The step that the reporting intervals call for: 10 to 250 ms.
    package var suggestedStep: Duration {
        let shortest = (scenario.devices.map(\.interval).min() ?? .seconds(1)) / scenario.rate
        return min(.milliseconds(250), max(.milliseconds(10), shortest))
    }

    /// What a device shows now; nil when there is no such device.
    package func observations(of device: String) -> [Observation]? {
        indices[device].map { devices[$0].inside.observations }
    }

    package func parts(of device: String) -> [Part]? { indices[device].map { devices[$0].inside.parts } }

    /// Lets the home live on for `step`.
    package mutating func advance(by step: Duration) -> [SimulationEffect] {
        pass(step)
        let changes = connectionChanges()
        return changes + devices.indices.flatMap { report(from: $0) }
    }

    /// Lets time pass without a word from any device.
    mutating func pass(_ step: Duration) {
        elapsed += step
        surroundings.begin(step)
        for index in order { devices[index].inside.advance(by: step, in: &surroundings) }
        surroundings.finish(step)
    }

    /// What was so far is past: faults and schedules count from this moment on.
    mutating func beginHere() {
        start = time
        elapsed = .zero
    }

    /// The connection of `root` is up: its devices say who they are and how they stand.
    package func connected(root: String) -> [SimulationEffect] {
        guard let speaker = speakers[root] else { return [] }
        let values = of(root).flatMap { device in
            let said = speaker.report(device.described.id, changed: device.state, state: device.state)
            return effects(said, of: device.described.id, root)
        }
        return effects(speaker.announcement(), of: nil, root) + values + effects(speaker.ready(), of: nil, root)
    }

    /// A clean end: every device of `root` says goodbye.
    package func farewell(root: String) -> [SimulationEffect] {
        effects(speakers[root]?.farewell() ?? [], of: nil, root)
    }

    /// Where commands for the devices of `root` arrive.
    package func commandFilters(root: String) -> [String] { speakers[root]?.commandFilters ?? [] }

    package func will(root: String) -> DialectMessage? { speakers[root]?.will }

    /// A message that arrived on the connection of `root`; what is no command of its devices is ignored.
    package mutating func receive(topic: String, payload: [UInt8], root: String) -> [SimulationEffect] {
        guard let speaker = speakers[root] else { return [] }
        return speaker.hear(topic, payload).flatMap { request -> [SimulationEffect] in
            switch request {
            case .answer(let messages): return effects(messages, of: nil, root)
            case .answerWithState(let device, let answer):
                guard let index = indices[device], devices[index].described.root == root else { return [] }
                return effects(answer(devices[index].state), of: device, root)
            case .report(let device):
                guard let index = indices[device], devices[index].described.root == root else { return [] }
                let state = devices[index].state
                return effects(speaker.report(device, changed: state, state: state), of: device, root)
            case .set(let order):
                guard let index = indices[order.device], devices[index].described.root == root,
                    let answers = devices[index].obey(order, answeringThrough: speaker, at: elapsed)
                else { return [] }
                return report(from: index, answers)
            }
        }
    }

    /// Someone or something at the device itself; nil when it has no such thing to touch.
    package mutating func touch(
        _ device: String, _ address: ValueAddress, to value: CapabilityValue
    ) -> [SimulationEffect]? {
        guard let index = indices[device], devices[index].inside.touch(address, to: value) else { return nil }
        return report(from: index)
    }

    /// From now on, for `duration` or until cleared; nil when there is no such device.
    package mutating func inject(
        _ fault: Fault, device: String, for duration: Duration? = nil
    ) -> [SimulationEffect]? {
        guard let index = indices[device] else { return nil }
        let until = duration.map { elapsed + $0 }
        devices[index].faults.add(FaultWindow(device: device, fault: fault, from: elapsed, until: until))
        return connectionChanges()
    }

    /// Ends the faults of a device, also those of its scenario.
    package mutating func clearFaults(device: String) -> [SimulationEffect] {
        guard let index = indices[device] else { return [] }
        devices[index].faults.clear()
        return connectionChanges()
    }

    private func of(_ root: String) -> [DeviceRuntime] { (members[root] ?? []).map { devices[$0] } }

    private mutating func report(from index: Int, _ answers: [DialectMessage] = []) -> [SimulationEffect] {
        let (id, root) = (devices[index].described.id, devices[index].described.root)
        guard let speaker = speakers[root] else { return [] }
        let messages = devices[index].report(answers, through: speaker, at: elapsed, time: time)
        // A device that vanished has nobody to talk to.
        guard troubles[root]?.isCut != true else { return [] }
        return messages.map { .publish($0, device: id, root: root) }
    }

    /// What all devices of a connection say together counts as the first one's.
    private func effects(_ messages: [DialectMessage], of device: String?, _ root: String) -> [SimulationEffect] {
        guard let device = device ?? of(root).first?.described.id else { return [] }
        return messages.map {
            .publish(OutgoingMessage(message: $0, deviceTime: time), device: device, root: root)
        }
    }

    /// Faults of connections that began or ended since the last look.
    private mutating func connectionChanges() -> [SimulationEffect] {
        var effects: [SimulationEffect] = []
        for root in roots {
            let before = troubles[root] ?? ConnectionTrouble()
            let now = ConnectionTrouble(isCut: hasFault(.vanish, root), isExpired: hasFault(.expiredCertificate, root))
            troubles[root] = now
            if now.isCut != before.isCut { effects.append(.connection(now.isCut ? .cut : .restore, root: root)) }
            if now.isExpired != before.isExpired {
                effects.append(.connection(.present(expiredCertificate: now.isExpired), root: root))
            }
            if hasFault(.reconnectStorm, root) { effects.append(.connection(.reconnect, root: root)) }
        }
        return effects
    }

    private func hasFault(_ kind: Fault.Kind, _ root: String) -> Bool {
        members[root]?.contains { devices[$0].faults.has(kind, at: elapsed) } ?? false
    }
}

extension [DeviceRuntime] {
    /// One for each connection; all of its devices speak the dialect of the first.
    fileprivate func speakers(of members: [String: [Int]]) -> [String: any DialectSpeaker] {
        Dictionary(
            members.compactMap { root, indices in
                indices.first.map { first in
                    let devices = indices.map { self[$0].described.spoken }
                    return (root, self[first].described.dialect.speaker.init(root: root, devices: devices))
                }
            }, uniquingKeysWith: { first, _ in first })
    }
}
