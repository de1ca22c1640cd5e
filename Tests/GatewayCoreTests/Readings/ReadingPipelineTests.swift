import HomeModel
import SQLiteDatabase
import Testing

@testable import TimeSeriesStore
@testable import HomeStore
@testable import GatewayCore

@Suite struct ReadingPipelineTests {
    private let sensor: DeviceID = DeviceID("sensor")
    private var temperature: SeriesID {
        SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
    }
    private var contact: SeriesID { SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact)) }

    private func reading(_ value: Double, at time: Timestamp, isRetained: Bool = false) -> TelemetryReport {
        TelemetryReport(.reading(temperature, value: value), at: .arrival(time), isRetained: isRetained)
    }

    private func change(_ value: Bool, at time: Timestamp, isRetained: Bool = false) -> TelemetryReport {
        TelemetryReport(.change(contact, value: .boolean(value)), at: .arrival(time), isRetained: isRetained)
    }

    private func stored(_ home: CoreHome) async throws -> [Reading] {
        try await home.database.readings.readings(
            of: temperature, from: Timestamp(milliseconds: 0), to: home.clock.now() + .days(1),
            notBefore: Timestamp(milliseconds: 0), limit: 100)
    }

    @Test func readingIsShownAtOnceAndStoredByTheCommit() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let console = try #require(CoreHome.console)
            var events = LiveEvents(of: await home.feed.subscribe(as: console))
            await home.assigner.receive([reading(21.5, at: home.clock.now())], deliveries: [])
            guard case .reading(let series, let shown) = await events.next() else {
                Issue.record("nothing was shown")
                return
            }
            #expect(series == temperature)
            #expect(shown.value == 21.5)
            #expect(try await stored(home).isEmpty)
            try await home.pipeline.commit()
            #expect(try await stored(home).map(\.value) == [21.5])
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(21.5))
        }
    }

    @Test func rejectedReadingsAreCountedByReason() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let now = home.clock.now()
            await home.assigner.receive(
                [
                    reading(.nan, at: now), reading(-500, at: now), reading(20, at: now),
                    reading(20, at: now + .hours(1)),
                    TelemetryReport(
                        .unreadable(sensor, code: "badNumber", detail: "It is no number."), at: .arrival(now)),
                ], deliveries: [])
            try await home.pipeline.commit()
            #expect(try await stored(home).map(\.value) == [20])
            #expect(
                await home.pipeline.rejected[sensor]
                    == ["notFinite": 1, "outOfRange": 1, "inTheFuture": 1, "badNumber": 1])
        }
    }

    @Test func readingsOfUnknownDevicesAreNotStored() async throws {
        try await withCore { home in
            await home.assigner.receive([reading(20, at: home.clock.now())], deliveries: [])
            try await home.pipeline.commit()
            #expect(try await stored(home).isEmpty)
        }
    }

    @Test func retainedValueIsAStateAndNotAReading() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            await home.assigner.receive([reading(20, at: home.clock.now(), isRetained: true)], deliveries: [])
            try await home.pipeline.commit()
            #expect(try await stored(home).isEmpty)
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(20))
        }
    }

    @Test func retainedValueReplacesOnlyLiveValuesThatArrivedBefore() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer, .contact])
            let now = home.clock.now()
            await home.assigner.receive(
                [
                    reading(20, at: now, isRetained: true), change(false, at: now, isRetained: true),
                    reading(21, at: now), change(true, at: now),
                ], deliveries: [])
            #expect(await home.deviceStates.state(of: temperature) == CurrentState(value: .number(21), time: now))
            #expect(await home.deviceStates.state(of: contact) == CurrentState(value: .boolean(true), time: now))
            await home.assigner.receive(
                [
                    reading(22, at: now), change(true, at: now), reading(23, at: now, isRetained: true),
                    change(false, at: now, isRetained: true),
                ], deliveries: [])
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(23))
            #expect(await home.deviceStates.state(of: contact)?.value == .boolean(false))
        }
    }

    @Test(.timeLimit(.minutes(10))) func repeatedRetainedValueIsShownOnce() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            var events = LiveEvents(of: await home.feed.subscribe(as: try #require(CoreHome.console)))
            for value in [20.0, 20, 21] {
                await home.assigner.receive([reading(value, at: home.clock.now(), isRetained: true)], deliveries: [])
            }
            for value in [20.0, 21] {
                let event = try #require(await events.next())
                guard case .recalled(let change) = event else {
                    Issue.record("\(event) is not a retained value")
                    return
                }
                #expect(change.series == temperature && change.value == .number(value))
            }
        }
    }

    @Test func stateIsStoredWhenItDiffers() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.contact])
            let now = home.clock.now()
            for (offset, value) in [true, true, false, false, true].enumerated() {
                await home.assigner.receive([change(value, at: now + .seconds(Int64(offset)))], deliveries: [])
            }
            try await home.pipeline.commit()
            let changes = try await home.database.readings.stateChanges(
                of: contact, from: now, to: now + .days(1), notBefore: now, limit: 10)
            #expect(changes.map(\.value) == [.boolean(true), .boolean(false), .boolean(true)])
        }
    }

    @Test(.timeLimit(.minutes(10))) func equalPressesAreEachShownAndStored() async throws {
        let button = SeriesID(device: sensor, part: .main, capability: CapabilityName(.button))
        try await withCore { home in
            try await home.add(sensor, capabilities: [.button])
            var events = LiveEvents(of: await home.feed.subscribe(as: try #require(CoreHome.console)))
            let start = home.clock.now()
            let presses = [("single", 0, false), ("single", 1, true), ("single", 2, false), ("double", 3, false)]
            for (word, second, isRetained) in presses {
                await home.assigner.receive(
                    [
                        TelemetryReport(
                            .event(button, value: .text(word)), at: .arrival(start + .seconds(Int64(second))),
                            isRetained: isRetained)
                    ], deliveries: [])
            }
            let expected = [("single", 0), ("single", 2), ("double", 3)].map { word, second in
                StateChange(series: button, time: start + .seconds(Int64(second)), value: .text(word))
            }
            for press in expected {
                guard case .state(press)? = await events.next() else {
                    Issue.record("\(press) was not shown")
                    return
                }
            }
            try await home.pipeline.commit()
            let stored = try await home.database.readings.stateChanges(
                of: button, from: start, to: start + .days(1), notBefore: start, limit: 10)
            #expect(stored == expected)
        }
    }

    @Test func changeThatCouldNotBeStoredIsAcceptedAgain() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer, .contact])
            let now = home.clock.now()
            await home.assigner.receive([reading(20, at: now), change(true, at: now)], deliveries: [])
            home.database.close()
            await #expect(throws: StorageError.closed) { try await home.pipeline.commit() }
            #expect(await home.pipeline.storageFault == .closed)
            await home.assigner.receive([change(true, at: now)], deliveries: [])
            await #expect(throws: StorageError.self, "the repeated change is stored again") {
                try await home.pipeline.commit()
            }
        }
    }
}
