import DeviceEmulators
package import DeviceProtocols
package import HomeModel

/// The whole simulated home, without a clock and without a network: time and commands go in, messages come out.
///
/// The same scenario, seed, steps and commands give the same messages, byte for byte.
package struct HomeSimulation: Sendable {
    package let scenario: Scenario
    package private(set) var start: Timestamp
    package private(set) var elapsed = Duration.zero
    package private(set) var surroundings: Surroundings

    /// The root topics in the order of the scenario. Each has one connection.
    package let roots: [String]

    private var devices: [DeviceRuntime]
    /// The devices on the broker, by their root.
    private let members: [String: [Int]]
    private let emulators: [String: any DeviceEmulator]
    private let indices: [String: Int]
    /// The devices in the order in which they act within a step.
    private let order: [Int]
    private var troubles: [String: ConnectionTrouble] = [:]

    /// The active connection faults of one root topic.
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
        devices = scenario.allDevices.map { device in
            let room = scenario.rooms.firstIndex { $0.name == device.room }
            return DeviceRuntime(device, room: room, scenario: scenario, seed: seed)
        }
        var seen: Set<String> = []
        roots = scenario.devices.map(\.root).filter { seen.insert($0).inserted }
        let members = Dictionary(grouping: scenario.devices.indices) { scenario.devices[$0].root }
        self.members = members
        emulators = devices.emulators(of: members)
        indices = Dictionary(
            scenario.allDevices.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let stages = devices.map { $0.model.stage.rawValue }
        order = devices.indices.sorted { (stages[$0], $0) < (stages[$1], $1) }
        // A device that connects at once must show its measurements, and not 0.
        advanceSilently(.zero)
    }

    package var time: Timestamp { start + elapsed }

    /// The step that fits the reporting intervals: 10 to 250 ms.
    package var suggestedStep: Duration {
        let shortest = (scenario.allDevices.map(\.interval).min() ?? .seconds(1)) / scenario.rate
        return min(.milliseconds(250), max(.milliseconds(10), shortest))
    }

    /// The values that a device shows now; nil when there is no such device.
    package func observations(of device: String) -> [Observation]? {
        indices[device].map { devices[$0].model.observations }
    }

    /// The parts of a device; nil when there is no such device.
    package func parts(of device: String) -> [Part]? { indices[device].map { devices[$0].model.parts } }

    /// Advances the simulation by `step` and returns the messages and connection changes.
    package mutating func advance(by step: Duration) -> [SimulationEffect] {
        advanceSilently(step)
        let changes = connectionChanges()
        return changes + devices.indices.flatMap { report(from: $0) }
    }

    /// Advances the simulation by `step` without any message.
    mutating func advanceSilently(_ step: Duration) {
        elapsed += step
        surroundings.begin(step)
        for index in order { devices[index].model.advance(by: step, in: &surroundings) }
        surroundings.finish(step)
    }

    /// Makes this moment the start, from which faults and schedules are counted.
    mutating func resetStart() {
        start = time
        elapsed = .zero
    }

    /// Returns the messages of a new connection: the announcements of its devices and their values.
    package func connected(root: String) -> [SimulationEffect] {
        guard let emulator = emulators[root] else { return [] }
        let values = of(root).flatMap { device in
            let messages = emulator.report(device.described.id, changed: device.state, state: device.state)
            return effects(messages, of: device.described.id, root: root)
        }
        return effects(emulator.announcement(), of: nil, root: root) + values
            + effects(emulator.ready(), of: nil, root: root)
    }

    /// Returns the messages that the devices of `root` send before a clean disconnect.
    package func disconnectMessages(root: String) -> [SimulationEffect] {
        effects(emulators[root]?.disconnectMessages() ?? [], of: nil, root: root)
    }

    /// The topic filters on which commands for the devices of `root` arrive.
    package func commandFilters(root: String) -> [String] { emulators[root]?.commandFilters ?? [] }

    /// The will of the connection of `root`.
    package func will(root: String) -> DialectMessage? { emulators[root]?.will }

    /// Handles a message that arrived on the connection of `root`. Ignores a message that is no command for its
    /// devices.
    package mutating func receive(topic: String, payload: [UInt8], root: String) -> [SimulationEffect] {
        guard let emulator = emulators[root] else { return [] }
        return emulator.receive(topic, payload: payload).flatMap { request -> [SimulationEffect] in
            switch request {
            case .reply(let messages): return effects(messages, of: nil, root: root)
            case .replyWithState(let device, let answer):
                guard let index = indices[device], devices[index].described.root == root else { return [] }
                return effects(answer(devices[index].state), of: device, root: root)
            case .report(let device):
                guard let index = indices[device], devices[index].described.root == root else { return [] }
                let state = devices[index].state
                return effects(emulator.report(device, changed: state, state: state), of: device, root: root)
            case .set(let command):
                guard let index = indices[command.device], devices[index].described.root == root,
                    let answers = devices[index].execute(command, answeringThrough: emulator, at: elapsed)
                else { return [] }
                return report(from: index, answers)
            }
        }
    }

    /// Changes a value at the device itself, as a wall switch does. Nil when the device has nothing of this kind.
    package mutating func touch(
        _ device: String, address: ValueAddress, to value: CapabilityValue
    ) -> [SimulationEffect]? {
        guard let index = indices[device], devices[index].model.touch(address, to: value) else { return nil }
        if hasOwnServer(index) { devices[index].expect(value, at: address) }
        return report(from: index)
    }

    /// Carries out a command that a controller sent to the server of a device.
    package mutating func command(
        _ device: String, address: ValueAddress, to value: CapabilityValue
    ) -> CommandResult {
        guard let index = indices[device], hasOwnServer(index) else {
            return CommandResult(response: nil, effects: [])
        }
        let response = devices[index].execute(address, to: value, at: elapsed)
        let effects: [SimulationEffect] =
            switch response {
            case .accepted?: report(from: index)
            // The server may show the value that was written. A device that refuses it shows its own value again.
            case .rejected?: [.show(devices[index].completeState(), device: device)]
            case nil: []
            }
        return CommandResult(response: response, effects: effects)
    }

    /// Returns all values of the devices with a server of their own.
    mutating func shownStates() -> [SimulationEffect] {
        devices.indices.filter { hasOwnServer($0) }.map {
            .show(devices[$0].completeState(), device: devices[$0].described.id)
        }
    }

    private func hasOwnServer(_ index: Int) -> Bool { index >= scenario.devices.count }

    /// Gives a device a fault from now on, for `duration` or until it is cleared. Nil when there is no such device.
    package mutating func inject(
        _ fault: Fault, device: String, for duration: Duration? = nil
    ) -> [SimulationEffect]? {
        guard let index = indices[device] else { return nil }
        let until = duration.map { elapsed + $0 }
        devices[index].faults.add(FaultWindow(device: device, fault: fault, from: elapsed, until: until))
        return connectionChanges()
    }

    /// Ends all faults of a device, also those of its scenario.
    package mutating func clearFaults(device: String) -> [SimulationEffect] {
        guard let index = indices[device] else { return [] }
        devices[index].faults.clear()
        return connectionChanges()
    }

    private func of(_ root: String) -> [DeviceRuntime] { (members[root] ?? []).map { devices[$0] } }

    private mutating func report(from index: Int, _ answers: [DialectMessage] = []) -> [SimulationEffect] {
        let (id, root) = (devices[index].described.id, devices[index].described.root)
        if hasOwnServer(index) {
            return devices[index].stateReport(at: elapsed).map { [.show($0, device: id)] } ?? []
        }
        guard let emulator = emulators[root] else { return [] }
        let messages = devices[index].report(answers, through: emulator, at: elapsed, time: time)
        // A device that vanished has no connection to publish on.
        guard troubles[root]?.isCut != true else { return [] }
        return messages.map { .publish($0, device: id, root: root) }
    }

    /// Messages of all devices of a connection are attributed to the first device.
    private func effects(_ messages: [DialectMessage], of device: String?, root: String) -> [SimulationEffect] {
        guard let device = device ?? of(root).first?.described.id else { return [] }
        return messages.map {
            .publish(OutgoingMessage(message: $0, deviceTime: time), device: device, root: root)
        }
    }

    /// Returns the changes from connection faults that began or ended since the last call.
    private mutating func connectionChanges() -> [SimulationEffect] {
        var effects: [SimulationEffect] = []
        for root in roots {
            let before = troubles[root] ?? ConnectionTrouble()
            let now = ConnectionTrouble(
                isCut: hasFault(.vanish, root: root), isExpired: hasFault(.expiredCertificate, root: root))
            troubles[root] = now
            if now.isCut != before.isCut { effects.append(.connection(now.isCut ? .cut : .restore, root: root)) }
            if now.isExpired != before.isExpired {
                effects.append(.connection(.present(expiredCertificate: now.isExpired), root: root))
            }
            if hasFault(.reconnectStorm, root: root) { effects.append(.connection(.reconnect, root: root)) }
        }
        return effects
    }

    private func hasFault(_ kind: Fault.Kind, root: String) -> Bool {
        members[root]?.contains { devices[$0].faults.has(kind, at: elapsed) } ?? false
    }
}

extension [DeviceRuntime] {
    /// An emulator for each connection. All devices of a connection use the dialect of the first one.
    fileprivate func emulators(of members: [String: [Int]]) -> [String: any DeviceEmulator] {
        Dictionary(
            members.compactMap { root, indices in
                indices.first.map { first in
                    let devices = indices.map { self[$0].described.emulated }
                    return (root, self[first].described.dialect.emulator.init(root: root, devices: devices))
                }
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// An action that the caller of the simulation must carry out after an input.
package enum SimulationEffect: Hashable, Sendable {
    /// Publish the message on the connection of `root`, in the order of the effects.
    case publish(OutgoingMessage, device: String, root: String)
    /// Show these values over the server of the device.
    case show(ShownState, device: String)
    case connection(ConnectionChange, root: String)
}

/// A change of the connection of one root topic.
package enum ConnectionChange: Hashable, Sendable {
    /// Ends the connection without a DISCONNECT, until `.restore`.
    case cut
    case restore
    /// Drops the connection and connects again at once.
    case reconnect
    /// Connects again: with an expired certificate, or with the valid one.
    case present(expiredCertificate: Bool)
}
