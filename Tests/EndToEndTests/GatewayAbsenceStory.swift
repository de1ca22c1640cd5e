import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A thermometer without a clock reports while the gateway is stopped. No reading is lost. The history contains the
/// absence, because those readings have the time at which the gateway returned.
@Suite(.timeLimit(.minutes(10))) struct GatewayAbsenceStory {
    private static let scenario = Scenario(
        name: "Cellar", residents: 0,
        devices: [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString), interval: .seconds(3600))
        ])

    @Test func historyContainsTheAbsenceOfTheGateway() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { _ in try await home.adopt(Self.scenario) }
            let cellar = try await MosquittoToolClient("cellar", in: home)
            let topic = "cellar/5/cellar/main/temperature"
            #expect(try await cellar.publish("19", to: topic).isDone)
            try await eventually("the first reading is stored") {
                try await home.readings("cellar", quantity: .temperature).last?.value == 19
            }
            #expect(try await absences(home).isEmpty)
            let last = try #require(try await home.readings("cellar", quantity: .temperature).last).time
            await home.killGateway()
            // Long enough to count as an absence, however fast the next start is.
            try await eventually("the shortest absence has passed") { Timestamp(Date()) - last > Absence.shortest }
            for value in 20..<25 { #expect(try await cellar.publish("\(value)", to: topic).isDone) }
            let stopped = Timestamp(Date())
            try await home.startGateway()
            try await eventually("all readings are stored") {
                try await home.readings("cellar", quantity: .temperature).suffix(6).map(\.value) == [
                    19, 20, 21, 22, 23, 24,
                ]
            }
            try await eventually("the absence is stored") { try await absences(home).count == 1 }
            let absence = try #require(try await absences(home).first)
            let readings = try await home.readings("cellar", quantity: .temperature)
            #expect(absence.from >= last && absence.from <= stopped && absence.to >= stopped)
            // The readings that waited have the time of the return or shortly after it, in their order.
            #expect(readings.filter { $0.time >= absence.to - .seconds(1) }.map(\.value) == [20, 21, 22, 23, 24])
            let table = try await home.tomte("readings", "cellar", "temperature", "--since", "1h")
            #expect(table.output.contains("The gateway was away from"), "\(table.output)")
            // A query of an earlier period does not contain the absence. The absence survives the next start.
            let before = try await home.tomte(
                "readings", "cellar", "temperature", "--since", "3h", "--until", "2h", "--json")
            #expect(try before.json(ReadingsBody.self).absences == [])
            await home.stopGateway()
            try await home.startGateway()
            #expect(try await absences(home).first == absence)
        }
    }

    private func absences(_ home: HomeUnderTest) async throws -> [Absence] {
        let body = try await home.tomte("readings", "cellar", "temperature", "--since", "1h", "--json")
            .json(ReadingsBody.self)
        return try #require(body.absences)
    }
}
