import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// A device profile that a user has written, in a running home.
@Suite(.timeLimit(.minutes(10))) struct ProfileStory {
    private static let profile = """
        family: Acme gate relays
        match: { manufacturer: Acme, model: "Gate*" }
        parts:
          "*":
            purpose: gate
            capabilities:
              number.noise: { ignore: true }
              number.yield: { kind: energy, unit: Wh, rollover: 10 }

        """

    private static func announcement(_ entity: String) -> String {
        """
        {\(entity), "device": {"identifiers": ["gate"], "name": "Gate", "manufacturer": "Acme", "model": "Gate 2"}}
        """
    }

    @Test func profileAppliesToItsDevices() async throws {
        try await withHome(isStarted: false) { home in
            let folder = "\(home.state)/devices"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.profile.write(toFile: "\(folder)/acme.yaml", atomically: true, encoding: .utf8)
            try await home.startGateway()
            let gate = try await MosquittoToolClient("gate", in: home)
            for (platform, id, entity) in [
                ("switch", "relay", #""name": null, "command_topic": "gate/set", "state_topic": "gate/state""#),
                ("sensor", "noise", #""name": "Noise", "state_topic": "gate/noise", "unit_of_measurement": "x""#),
                ("sensor", "yield", #""name": "Yield", "state_topic": "gate/yield", "unit_of_measurement": "x""#),
            ] {
                try await gate.publish(
                    Self.announcement(#"\#(entity), "unique_id": "\#(id)""#), to: "gate/ha/\(platform)/\(id)/config",
                    retained: true)
            }
            try await eventually("the gate is adopted without a question about its purpose") {
                guard let found = try await home.discovered().first, found.asksForPurpose.isEmpty else { return false }
                return try await home.tomte("devices", "adopt", "gate", "--name", "Gate").status == 0
            }
            let device = try await home.device("gate")
            #expect(device.parts.map(\.purpose) == [.gate])
            let names = device.parts.flatMap(\.capabilities).map(\.name.description)
            #expect(names.sorted() == ["energy", "switch"])
            #expect(device.others?.contains { $0.contains("number.noise") } == true)
            for yield in ["9500", "9900", "100", "300"] {
                try await gate.publish(yield, to: "gate/yield")
                try await eventually("\(yield) Wh is stored") {
                    try await home.readings("gate", quantity: .energy).last?.value == (Double(yield) ?? 0) / 1000
                }
            }
            let hours: ReadingsBody = try await home.tomte(
                "readings", "gate", "energy", "--resolution", "hour", "--since", "2h", "--json"
            ).json()
            let increase = hours.rollUps.reduce(0) { $0 + $1.increase }
            #expect(abs(increase - 0.8) < 1e-9, "0.4, then 0.2 over the rollover at 10 kWh, then 0.2: \(increase)")
        }
    }
}
