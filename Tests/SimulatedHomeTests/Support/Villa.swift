import Foundation
import HomeDialects
import HomeModel
import SimulatedHome

/// The scenario files beside the simulator.
enum ScenarioFile {
    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../simulators/scenarios/\(name).yaml").standardizedFileURL.path
    }

    static var readme: String {
        URL(filePath: path("villa")).deletingLastPathComponent().appending(path: "../README.md").standardizedFileURL
            .path
    }

    static func read(_ name: String) throws -> Scenario { try ScenarioReader.read(contentsOf: path(name)) }
}

let midwinter = Timestamp(milliseconds: 1_768_608_000_000)
let midsummer = Timestamp(milliseconds: 1_781_913_600_000)

extension HomeSimulation {
    func number(_ device: String, _ kind: CapabilityKind) -> Double? { number(device, .main, kind) }
    func value(_ device: String, _ kind: CapabilityKind) -> CapabilityValue? { value(device, .main, kind) }

    func number(_ device: String, _ part: PartID, _ kind: CapabilityKind) -> Double? {
        guard case .number(let number) = value(device, part, kind) else { return nil }
        return number
    }

    func value(_ device: String, _ part: PartID, _ kind: CapabilityKind) -> CapabilityValue? {
        observations(of: device)?.first { $0.address == ValueAddress(part, kind) }?.value
    }

    /// A command as the gateway would send it.
    mutating func tell(_ device: String, _ property: String, _ payload: String) -> [SimulationEffect] {
        receive(topic: "\(device)/5/\(device)/main/\(property)/set", payload: Array(payload.utf8), root: device)
    }

    mutating func run(_ duration: Duration, step: Duration = .milliseconds(250)) -> [SimulationEffect] {
        let end = elapsed + duration
        var effects: [SimulationEffect] = []
        while elapsed < end { effects += advance(by: step) }
        return effects
    }
}

extension HomeSimulation {
    /// All devices connect, are asked what they are asked, and say how they stand.
    mutating func introduced() -> Ear {
        var ear = Ear()
        for root in roots { play(connected(root: root), to: &ear) }
        // Once more, to whoever knows them by now.
        for root in roots { play(connected(root: root), to: &ear) }
        return ear
    }

    mutating func play(_ effects: [SimulationEffect], to ear: inout Ear) {
        for case .publish(let outgoing, _, let root) in effects {
            let message = outgoing.message
            for question in ear.hear(message.topic, message.payload, isRetained: message.retain) {
                tell(question, to: root, heardBy: &ear)
            }
        }
    }

    mutating func tell(_ message: DialectMessage, to root: String, heardBy ear: inout Ear) {
        play(receive(topic: message.topic, payload: message.payload, root: root), to: &ear)
    }
}

extension [SimulationEffect] {
    /// Topic and payload of what is published, in order.
    var texts: [String] {
        messages.map { "\($0.message.topic) \(String(decoding: $0.message.payload, as: UTF8.self))" }
    }

    var messages: [OutgoingMessage] {
        compactMap { effect in
            guard case .publish(let message, _, _) = effect else { return nil }
            return message
        }
    }

    var connectionChanges: [ConnectionChange] {
        compactMap { effect in
            guard case .connection(let change, _) = effect else { return nil }
            return change
        }
    }
}

extension PartID {
    static func named(_ text: String) -> PartID { PartID(text) ?? .main }
}
