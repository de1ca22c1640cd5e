import DeviceProtocols
import HomeModel
import SimulatedHome
import Testing

@Suite struct DeviceTests {
    @Test(arguments: [18.0, 21.5, 23])
    func thermostatReachesItsSetPoint(celsius: Double) throws {
        var home = try villa()
        let replies = home.sendCommand("living-heat", property: "target-temperature", payload: "\(celsius)")
        #expect(!replies.isEmpty)
        _ = home.run(.hours(36), step: .seconds(60))
        let reached = try #require(home.number("living-heat", kind: .temperature))
        #expect(abs(reached - celsius) < 0.6, "the room has \(reached) °C")
    }

    @Test func measurementsAreAvailableAtTheStart() throws {
        let home = try villa()
        #expect(home.elapsed == .zero)
        #expect((home.number("bedroom-air", kind: .co2) ?? 0) > 350)
        for id in ["bathroom-climate", "living-heat"] {
            #expect((15...25).contains(home.number(id, kind: .temperature) ?? 0), "\(id)")
        }
    }

    @Test func houseCoolsWithoutTheHeatPump() throws {
        var home = try villa()
        _ = home.run(.hours(12), step: .seconds(60))
        let warm = try #require(home.number("bedroom-air", kind: .temperature))
        let replies = home.sendCommand("heat-pump", property: "switch", payload: "false")
        #expect(!replies.isEmpty)
        _ = home.run(.hours(12), step: .seconds(60))
        #expect((home.number("bedroom-air", kind: .temperature) ?? 99) < warm - 1)
        #expect((home.number("heat-pump", kind: .power) ?? 99) < 10)
    }

    /// A brightness command turns on a lamp that is off.
    @Test func lightReportsTheTargetBeforeTheValue() throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        let replies = home.sendCommand("kitchen-light", property: "brightness", payload: "35").texts
        #expect(
            Array(replies.prefix(3)) == [
                "kitchen-light/5/kitchen-light/main/brightness/$target 35",
                "kitchen-light/5/kitchen-light/main/switch true",
                "kitchen-light/5/kitchen-light/main/brightness 35",
            ])
    }

    @Test func commandForTheCurrentValueIsConfirmed() throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        _ = home.sendCommand("kitchen-light", property: "brightness", payload: "35")
        let again = home.sendCommand("kitchen-light", property: "brightness", payload: "35").texts
        #expect(again.count == 2)
    }

    @Test func lockReportsItsNewStateAfterADelay() throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        let topic = "front-door/5/front-door/main/lock"
        let replies = home.sendCommand("front-door", property: "lock", payload: "unlocked").texts
        #expect(replies == ["\(topic)/$target unlocked"])
        #expect(home.value("front-door", kind: .lock) == .text("locked"))
        let later = home.run(.seconds(1)).texts
        #expect(later.contains("\(topic) unlocked"))
    }

    @Test func coverMovesGraduallyToItsPosition() throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        _ = home.sendCommand("garage-door", property: "position", payload: "60")
        _ = home.run(.seconds(5))
        #expect((1...59).contains(home.number("garage-door", kind: .position) ?? 0))
        let rest = home.run(.seconds(8)).texts.filter { $0.hasPrefix("garage-door/") }
        #expect(rest.suffix(2).contains("garage-door/5/garage-door/main/position 60"))
        #expect(rest.suffix(2).contains("garage-door/5/garage-door/main/movement stopped"))
    }

    @Test func relaysOfAPlugSwitchIndependently() throws {
        var home = try villa()
        let one = PartID.named("relay-1")
        let two = PartID.named("relay-2")
        let call = #"{"id":7,"src":"bench/reply","method":"Switch.Set","params":{"id":1,"on":true}}"#
        let effects = home.receive(topic: "bench/rpc", payload: Array(call.utf8), root: "bench")
        #expect(effects.messages.map(\.message.topic) == ["bench/reply/rpc", "bench/events/rpc"])
        _ = home.run(.seconds(1))
        #expect(
            home.value("bench", part: one, kind: .switch) == .boolean(false)
                && home.number("bench", part: one, kind: .power) == 0)
        #expect(
            home.value("bench", part: two, kind: .switch) == .boolean(true)
                && (home.number("bench", part: two, kind: .power) ?? 0) > 800)
    }

    @Test func localOperationIsReportedWithoutATarget() throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        let lit = home.touch("kitchen-light", address: ValueAddress(.switch), to: .boolean(true))
        #expect(lit?.texts == ["kitchen-light/5/kitchen-light/main/switch true"])
        let other = home.touch("kitchen-light", address: ValueAddress(.leak), to: .boolean(true))
        #expect(other == nil)
    }

    @Test func contactIsClosedWhileTheWindowIsClosed() throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        #expect(home.value("bedroom-window", kind: .contact) == .boolean(true))
        let opened = home.touch("bedroom-window", address: ValueAddress(.contact), to: .boolean(false))
        #expect(opened?.texts.count == 1 && home.value("bedroom-window", kind: .contact) == .boolean(false))
    }

    @Test(arguments: [
        ("kitchen-light/5/kitchen-light/main/power/set", "5"),
        ("kitchen-light/5/kitchen-light/main/brightness/set", "x"),
        ("kitchen-light/5/grid/main/power/set", "5"), ("", ""), ("a/b", "c"), ("///////", "\u{0}"),
        ("kitchen-light/5/kitchen-light/main/brightness/set", "1e400"),
    ])
    func invalidCommandChangesNothing(topic: String, payload: String) throws {
        var home = try villa()
        _ = home.run(.seconds(1))
        let effects = home.receive(topic: topic, payload: Array(payload.utf8), root: "kitchen-light")
        #expect(effects.isEmpty)
    }

    @Test func allValuesStayWithinTheDescribedRanges() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), seed: 9, start: midsummer)
        var wrong: [String] = []
        for _ in 0..<500 {
            _ = home.advance(by: .seconds(300))
            for device in home.scenario.devices {
                let parts = home.parts(of: device.id) ?? []
                for observation in home.observations(of: device.id) ?? [] {
                    let part = parts.first { $0.id == observation.address.part }
                    guard let capability = part?[observation.address.capability],
                        isValid(observation, capability: capability)
                    else {
                        wrong.append("\(device.id) \(observation)")
                        continue
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    private func isValid(_ observation: Observation, capability: Capability) -> Bool {
        guard observation.value.has(capability.valueType) else { return false }
        guard case .number(let number) = observation.value else { return true }
        return capability.range.contains(number)
    }

    private func villa() throws -> HomeSimulation {
        HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
    }
}
