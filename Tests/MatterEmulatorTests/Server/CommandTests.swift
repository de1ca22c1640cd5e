import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct CommandTests {
    @Test func lampIsSwitched() async throws {
        try await CommissionedNode.run([.onOffLight()]) { node, _, session in
            for (command, expected) in [(UInt32(1), true), (2, false), (2, true), (0, false)] {
                let status = try await session.status(invoking: command, of: ClusterID.onOff)
                #expect(status == .success)
                #expect(await node.value(1, cluster: ClusterID.onOff, attribute: 0) == .boolean(expected))
            }
        }
    }

    @Test func commandOfAControllerIsPassedOn() async throws {
        try await CommissionedNode.run([.onOffLight()]) { node, _, session in
            let status = try await session.status(invoking: 1, of: ClusterID.onOff)
            #expect(status == .success)
            for await change in node.server.changes where change.path.cluster == ClusterID.onOff {
                #expect(change.value == true)
                #expect(change.fabric == 1)
                return
            }
        }
    }

    /// Commands of Level Control with the level before and after, and whether the lamp is on before and after.
    @Test(arguments: [
        (UInt32(4), UInt8(100), false, true, UInt64(100)), (4, 0, true, false, 1), (0, 100, true, true, 100),
        // Without the switch a lamp that is off ignores the level.
        (0, 100, false, false, 254),
    ])
    func levelCouplesWithTheSwitch(
        command: UInt32, level: UInt8, wasOn: Bool, isOn: Bool, expected: UInt64
    ) async throws {
        try await CommissionedNode.run { node, _, session in
            await node.server.set(
                .boolean(wasOn), of: AttributePath(endpoint: 1, cluster: ClusterID.onOff, attribute: 0))
            let status = try await session.status(
                invoking: command, of: ClusterID.levelControl,
                fields: .structure([
                    0: .number(level), 1: .number(UInt16(0)), 2: .number(UInt8(0)), 3: .number(UInt8(0)),
                ]))
            #expect(status == .success)
            #expect(await node.value(1, cluster: ClusterID.onOff, attribute: 0) == .boolean(isOn))
            #expect(await node.value(1, cluster: ClusterID.levelControl, attribute: 0)?.unsigned == expected)
        }
    }

    @Test func colourTemperatureStaysInItsRange() async throws {
        try await CommissionedNode.run([.extendedColorLight()]) { node, _, session in
            await node.server.set(true, of: AttributePath(endpoint: 1, cluster: ClusterID.onOff, attribute: 0))
            let status = try await session.status(
                invoking: 0x0A, of: ClusterID.colorControl,
                fields: .structure([
                    0: .number(UInt16(9000)), 1: .number(UInt16(0)), 2: .number(UInt8(0)), 3: .number(UInt8(0)),
                ]))
            #expect(status == .success)
            #expect(await node.value(1, cluster: ClusterID.colorControl, attribute: 7)?.unsigned == 500)
            let hue = try await session.status(
                invoking: 0x06, of: ClusterID.colorControl,
                fields: .structure([
                    0: .number(UInt8(120)), 1: .number(UInt8(200)), 2: .number(UInt16(0)), 3: .number(UInt8(0)),
                    4: .number(UInt8(0)),
                ]))
            #expect(hue == .success)
            #expect(await node.value(1, cluster: ClusterID.colorControl, attribute: 8)?.unsigned == 0)
        }
    }

    @Test func lockNeedsATimedRequestAndItsPIN() async throws {
        try await CommissionedNode.run([.doorLock(requiresPIN: true)], lockPIN: "4321") { node, _, session in
            let pin = TLVValue.structure([0: .bytes(Array("4321".utf8))])
            let untimed = try await session.status(invoking: 1, of: ClusterID.doorLock, fields: pin)
            #expect(untimed == .needsTimedInteraction)
            let without = try await session.status(invoking: 1, of: ClusterID.doorLock, timeout: 5000)
            #expect(without == .failure)
            let wrong = try await session.status(
                invoking: 1, of: ClusterID.doorLock, fields: .structure([0: .bytes(Array("1111".utf8))]),
                timeout: 5000)
            #expect(wrong == .failure)
            #expect(await node.value(1, cluster: ClusterID.doorLock, attribute: 0)?.unsigned == 1)
            let opened = try await session.status(invoking: 1, of: ClusterID.doorLock, fields: pin, timeout: 5000)
            #expect(opened == .success)
            #expect(await node.value(1, cluster: ClusterID.doorLock, attribute: 0)?.unsigned == 2)
            let events = try await session.read([], events: [EventPathPattern(cluster: ClusterID.doorLock)]).events
            #expect(events.map(\.path.event) == [3, 3, 2])
        }
    }

    @Test func timedRequestThatIsTooLateIsRefused() async throws {
        try await CommissionedNode.run([.doorLock()]) { node, _, session in
            // The node takes longer for an answer than the request allows.
            await node.server.changeFaults { $0.answerDelay = .milliseconds(50) }
            await #expect(throws: RefusedRequest(status: .timeout)) {
                _ = try await session.status(invoking: 1, of: ClusterID.doorLock, timeout: 1)
            }
            #expect(await node.value(1, cluster: ClusterID.doorLock, attribute: 0)?.unsigned == 1)
        }
    }

    @Test func timedCommandWithoutItsAnnouncementIsRefused() async throws {
        try await CommissionedNode.run([.doorLock()]) { _, _, session in
            let path = CommandPath(endpoint: 1, cluster: ClusterID.doorLock, command: 1)
            let answer = try await session.withExchange { exchange in
                try await exchange.send(InvokeRequest(commands: [CommandData(path: path)], isTimed: true))
                return try await exchange.receive(StatusResponse.self).status
            }
            #expect(answer == .timedRequestMismatch)
        }
    }

    @Test func coveringMovesUntilItArrives() async throws {
        var limits = NodeLimits()
        limits.travelTime = .milliseconds(600)
        try await CommissionedNode.run([.windowCovering(hasTilt: false)], limits: limits) { node, _, session in
            let status = try await session.status(
                invoking: 5, of: ClusterID.windowCovering, fields: .structure([0: .number(UInt16(7500))]))
            #expect(status == .success)
            #expect(await node.value(1, cluster: ClusterID.windowCovering, attribute: 0x0B)?.unsigned == 7500)
            #expect(await node.value(1, cluster: ClusterID.windowCovering, attribute: 0x0A)?.unsigned == 0b1010)
            for await change in node.server.changes where change.path.attribute == 0x0E {
                if change.value.unsigned == 7500 { break }
            }
            #expect(await node.value(1, cluster: ClusterID.windowCovering, attribute: 0x0A)?.unsigned == 0)
            #expect(await node.value(1, cluster: ClusterID.windowCovering, attribute: 0x08)?.unsigned == 75)
        }
    }

    @Test func robotCleansPausesAndGoesHome() async throws {
        var limits = NodeLimits()
        limits.travelTime = .milliseconds(100)
        try await CommissionedNode.run([.robotVacuum()], limits: limits) { node, _, session in
            func state() async -> UInt64? {
                await node.value(1, cluster: ClusterID.vacuumState, attribute: 4)?.unsigned
            }
            let early = try await session.answer(invoking: 0, of: ClusterID.vacuumState, on: 1)
            #expect(early[0]?[0]?.unsigned == 3)
            let started = try await session.answer(
                invoking: 0, of: ClusterID.runMode, on: 1, fields: .structure([0: .number(UInt8(1))]))
            #expect(started[0]?.unsigned == 0)
            #expect(await state() == 1)
            for (command, expected) in [(UInt32(0), UInt64(2)), (3, 1)] {
                let answer = try await session.answer(invoking: command, of: ClusterID.vacuumState, on: 1)
                #expect(answer[0]?[0]?.unsigned == 0)
                #expect(await state() == expected)
            }
            _ = try await session.subscribe(
                [AttributePathPattern(endpoint: 1, cluster: ClusterID.vacuumState, attribute: 4)])
            let answer = try await session.answer(invoking: 0x80, of: ClusterID.vacuumState, on: 1)
            #expect(answer[0]?[0]?.unsigned == 0)
            var states: [UInt64?] = []
            while states.last != 0x42 { states += try await session.nextReport().attributes.map(\.value.unsigned) }
            #expect(states == [0x40, 0x42])
        }
    }

    @Test(arguments: [
        (UInt16(9), ClusterID.onOff, UInt32(1), InteractionStatus.unsupportedEndpoint),
        (1, ClusterID.doorLock, 1, .unsupportedCluster), (1, ClusterID.onOff, 0x77, .unsupportedCommand),
        (1, ClusterID.levelControl, 4, .invalidCommand),
    ])
    func commandThatCannotBeCarriedOutHasItsStatus(
        endpoint: UInt16, cluster: UInt32, command: UInt32, expected: InteractionStatus
    ) async throws {
        try await CommissionedNode.run { _, _, session in
            let status = try await session.status(invoking: command, of: cluster, on: endpoint)
            #expect(status == expected)
        }
    }

    @Test func severalCommandsOfOneRequestAreAnswered() async throws {
        try await CommissionedNode.run { _, _, session in
            let commands = [UInt32(1), 2, 0x77].enumerated().map { index, command in
                CommandData(
                    path: CommandPath(endpoint: 1, cluster: ClusterID.onOff, command: command),
                    reference: UInt16(index))
            }
            let statuses = try await session.withExchange { exchange in
                try await exchange.send(InvokeRequest(commands: commands))
                var statuses: [InteractionStatus] = []
                while true {
                    let response = try await exchange.receive(InvokeResponse.self)
                    for case .status(let status) in response.results { statuses.append(status.outcome.status) }
                    guard response.hasMoreChunks else { return statuses }
                    try await exchange.send(StatusResponse(status: .success))
                }
            }
            #expect(statuses == [.success, .success, .unsupportedCommand])
        }
    }
}
