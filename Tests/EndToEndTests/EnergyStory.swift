import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A fridge with a meter and a climate sensor: their readings are queried in every form, and the energy is added up.
@Suite struct EnergyStory {
    private static let room = DisplayName("Kitchen" as StaticString)

    private static let scenario = Scenario(
        name: "Kitchen", seed: 11, residents: 1,
        rooms: [ScenarioRoom(name: room, use: .kitchen, areaSquareMetres: 20)],
        devices: [
            ScenarioDevice(
                id: "fridge", kind: .plug, name: DisplayName("Fridge" as StaticString), room: room,
                interval: .milliseconds(250), traits: fridge),
            ScenarioDevice(
                id: "climate", kind: .climate, name: DisplayName("Climate" as StaticString), room: room,
                interval: .milliseconds(250)),
        ])

    private static var fridge: DeviceTraits {
        var traits = DeviceTraits()
        traits.purposes = [.foodCooling]
        return traits
    }

    @Test(.timeLimit(.minutes(10))) func readingsAndEnergyAgreeInEveryForm() async throws {
        try await withHome { home in
            let publishLog = PublishLog()
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { _ in
                try await home.adopt(Self.scenario)
                try await eventually("temperatures are stored") {
                    try await home.readings("climate", quantity: .temperature).count > 8
                }
                try await eventually("energy readings are stored") {
                    try await home.readings("fridge", quantity: .energy).count > 2
                }
            }
            let published = await publishLog.acknowledged(of: "climate").last { $0.topic.hasSuffix("/temperature") }
            try await eventually("the last temperature is stored") {
                try await home.readings("climate", quantity: .temperature).last?.time == published?.deviceTime
            }
            try await everyFormHasTheSameReadings(home)
            try await energyIsTheIncreaseOfTheCounter(home)
            try await childSeesNoEnergy(home)
        }
    }

    private func everyFormHasTheSameReadings(_ home: HomeUnderTest) async throws {
        let readings = try await home.readings("climate", quantity: .temperature)
        let question = ["readings", "climate", "temperature", "--since", "1h"]
        let csv = try await home.tomte.run(question + ["--format", "csv"]).output.split(separator: "\r\n")
        #expect(csv.first == "time,value,unit")
        #expect(csv.dropFirst().map(String.init) == readings.map { "\($0.time.rfc3339),\($0.value),°C" })

        let thinned = try await home.tomte.run(question + ["--points", "5", "--json"]).json(ReadingsBody.self)
        #expect(thinned.readings == MinMaxDownsampling.downsample(readings, to: 5))

        let hours = try await home.tomte.run(question + ["--resolution", "hour", "--json"]).json(ReadingsBody.self)
        #expect(hours.resolution == .hour && hours.readings.isEmpty)
        let whole = RollUp.hours(of: readings, after: nil, counter: nil)
        #expect(hours.rollUps.map(\.count) == whole.map(\.count) && hours.rollUps.map(\.sum) == whole.map(\.sum))

        let table = try await home.tomte.run(question + ["--resolution", "day"])
        #expect(table.output.contains("MEAN (°C)") && table.output.contains("· min"))
        #expect(try await home.tomte.run(question + ["--points", "99999"]).status == 4)
        let switchHours = try await home.tomte("readings", "fridge", "switch", "--since", "1h", "--resolution", "hour")
        #expect(switchHours.status == 4)
    }

    private func energyIsTheIncreaseOfTheCounter(_ home: HomeUnderTest) async throws {
        let counted = try await home.readings("fridge", quantity: .energy)
        let increase = try #require(counted.last).value - #require(counted.first).value
        for grouping in ["device", "room", "hour", "day"] {
            let body = try await home.tomte("energy", "--by", grouping, "--json").json(EnergyBody.self)
            let consumed = try #require(body.totals.first { $0.flow == .consumption })
            #expect(abs(consumed.kilowattHours - increase) < 1e-6)
            #expect(!consumed.isEstimated, "the fridge has a counter")
            #expect(body.by == grouping && !body.rows.isEmpty)
        }
        let table = try await home.tomte("energy", "--by", "room")
        #expect(table.output.contains("Kitchen") && table.output.contains("CONSUMED (kWh)"))
    }

    private func childSeesNoEnergy(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Olle", "--role", "child").status == 0)
        let body = try await home.tomte("energy", "--as", "olle", "--json").json(EnergyBody.self)
        #expect(body.rows.isEmpty && body.totals.isEmpty)
        let readings = try await home.tomte("readings", "fridge", "energy", "--since", "1h", "--as", "olle")
        #expect(readings.status == 3)
    }
}
