import DeviceProtocols
import HomeModel
import SimulatedHome
import Testing

/// Faults of messages and commands, without a broker.
@Suite struct FaultTests {
    private static let topic = "climate/5/climate/main/temperature"

    @Test func dropFaultSuppressesAllMessages() throws {
        #expect(try temperatures(under: Fault(.drop)).isEmpty)
    }

    @Test func dropFaultSuppressesItsShareOfMessages() throws {
        let all = try temperatures(under: nil, for: .seconds(2000)).count
        let half = try temperatures(under: Fault(.drop, share: 0.5), for: .seconds(2000)).count
        #expect((0.4...0.6).contains(Double(half) / Double(all)))
    }

    @Test func duplicateFaultSendsEveryMessageTwice() throws {
        let plain = try temperatures(under: nil)
        #expect(try temperatures(under: Fault(.duplicate)) == plain.flatMap { [$0, $0] })
    }

    @Test func delayFaultPostponesMessagesInOrder() throws {
        let plain = try temperatures(under: nil, for: .seconds(60))
        let late = try temperatures(under: Fault(.delay, amount: .seconds(20)), for: .seconds(60))
        #expect(late.count < plain.count && late == Array(plain.prefix(late.count)))
        #expect(plain.count - late.count == 10)
    }

    @Test func reorderFaultSwapsNeighbouringMessages() throws {
        let plain = try temperatures(under: nil, for: .seconds(60))
        let swapped = try temperatures(under: Fault(.reorder), for: .seconds(60))
        #expect(swapped != Array(plain.prefix(swapped.count)))
        #expect(Set(swapped).isSubset(of: Set(plain)) && swapped.count >= plain.count - 1)
    }

    @Test func malformedFaultSendsInvalidNumbers() throws {
        let payloads = try temperatures(under: Fault(.malformed), for: .seconds(120)).map {
            String($0.dropFirst(Self.topic.count + 1))
        }
        #expect(payloads.count == 60)
        #expect(!payloads.contains { Double($0)?.isFinite == true && $0.count < 1000 })
    }

    @Test func skewedClockGivesWrongTimes() throws {
        var home = try flat()
        _ = home.inject(Fault(.skewedClock, amount: .seconds(-3600)), device: "climate")
        for message in home.run(.seconds(10)).messages where message.message.topic.hasPrefix("climate/") {
            #expect(message.deviceTime <= home.time - .seconds(3590))
        }
    }

    @Test func rejectedCommandLeavesTargetAndValueUnchanged() throws {
        var home = try flat()
        _ = home.run(.seconds(1))
        _ = home.inject(Fault(.reject), device: "lamp")
        let replies = home.sendCommand("lamp", property: "switch", payload: "true").texts
        #expect(
            replies == [
                "lamp/5/lamp/main/switch/$target false", "lamp/5/lamp/main/switch false",
            ])
        #expect(home.value("lamp", kind: .switch) == .boolean(false))
    }

    @Test func stuckDeviceDoesNotReplyUntilTheFaultIsCleared() throws {
        var home = try flat()
        _ = home.run(.seconds(1))
        _ = home.inject(Fault(.stick), device: "lamp")
        let stuck = home.sendCommand("lamp", property: "switch", payload: "true") + home.run(.seconds(30))
        #expect(!stuck.texts.contains { $0.hasPrefix("lamp/") })
        _ = home.clearFaults(device: "lamp")
        let replies = home.sendCommand("lamp", property: "switch", payload: "true").texts
        #expect(replies.count == 2)
    }

    @Test func faultsBeginAndEndWithTheirWindow() throws {
        var scenario = try ScenarioFile.read("flat")
        scenario.faults = [
            FaultWindow(device: "climate", fault: Fault(.vanish), from: .seconds(10), until: .seconds(20)),
            FaultWindow(device: "lamp", fault: Fault(.expiredCertificate), from: .seconds(5), until: .seconds(6)),
        ]
        var home = HomeSimulation(scenario, start: midwinter)
        let changes = [4, 3, 12, 2].map { home.run(.seconds($0)).connectionChanges }
        #expect(
            changes == [
                [], [.present(expiredCertificate: true), .present(expiredCertificate: false)], [.cut], [.restore],
            ])
    }

    @Test func vanishedDeviceSendsNothing() throws {
        var home = try flat()
        let changes = home.inject(Fault(.vanish), device: "climate", for: .seconds(60))?.connectionChanges
        #expect(changes == [.cut])
        let texts = home.run(.seconds(59)).texts
        #expect(!texts.contains { $0.hasPrefix("climate/") })
    }

    @Test func reconnectStormReconnectsInEveryStep() throws {
        var home = try flat()
        _ = home.inject(Fault(.reconnectStorm), device: "climate", for: .seconds(2))
        let changes = home.run(.seconds(4)).connectionChanges
        #expect(changes.count { $0 == .reconnect } == 7)
    }

    @Test func faultForAnUnknownDeviceIsRefused() throws {
        var home = try flat()
        let effects = home.inject(Fault(.drop), device: "missing")
        #expect(effects == nil)
    }

    private func flat() throws -> HomeSimulation { HomeSimulation(try ScenarioFile.read("flat"), start: midwinter) }

    private func temperatures(under fault: Fault?, for duration: Duration = .seconds(60)) throws -> [String] {
        var home = try flat()
        if let fault { _ = home.inject(fault, device: "climate") }
        return home.run(duration).texts.filter { $0.hasPrefix(Self.topic) }
    }
}
