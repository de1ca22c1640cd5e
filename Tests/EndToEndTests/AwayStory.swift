import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A thermometer without a clock goes on while the gateway is away: nothing is lost, and the history says that the times
/// are those of the return.
@Suite(.timeLimit(.minutes(10))) struct AwayStory {
    private static let scenario = Scenario(
        name: "Cellar", residents: 0,
        devices: [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString), interval: .seconds(3600))
        ])

    @Test func historySaysWhenTheGatewayWasAway() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { _ in try await home.adopt(Self.scenario) }
            let cellar = try await ForeignClient("cellar", in: home)
            let topic = "cellar/5/cellar/main/temperature"
            #expect(try await cellar.publish("19", to: topic).isDone)
            try await eventually("it is stored") {
                try await home.readings("cellar", .temperature).last?.value == 19
            }
            #expect(try await absences(home).isEmpty)
            let last = try #require(try await home.readings("cellar", .temperature).last).time
            await home.killGateway()
            // Long enough to count as an absence, however fast the next start is.
            try await eventually("some time passes") { Timestamp(Date()) - last > Absence.shortest }
            for value in 20..<25 { #expect(try await cellar.publish("\(value)", to: topic).isDone) }
            let asleep = Timestamp(Date())
            try await home.startGateway()
            try await eventually("all of it is stored") {
                try await home.readings("cellar", .temperature).suffix(6).map(\.value) == [19, 20, 21, 22, 23, 24]
            }
            try await eventually("the absence is stored") { try await absences(home).count == 1 }
            let absence = try #require(try await absences(home).first)
            let readings = try await home.readings("cellar", .temperature)
            #expect(absence.from >= last && absence.from <= asleep && absence.to >= asleep)
            // What waited stands at the return, or just after, in its order.
            #expect(readings.filter { $0.time >= absence.to - .seconds(1) }.map(\.value) == [20, 21, 22, 23, 24])
            let table = try await home.tomte("readings", "cellar", "temperature", "--since", "1h")
            #expect(table.output.contains("The gateway was away from"), "\(table.output)")
            // It is no matter of another time, and outlives the next start.
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
