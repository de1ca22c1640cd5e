import HomeKitAccessories
import HomeKitEmulator
import HomeKitFixtures
import HomeKitProtocol
import Testing

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    @Test func answerStopsInTheMiddleOfAMessage() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.session { client in
                await accessory.server.changeFaults { $0.stopsInsideNextMessage = true }
                try await client.send(HAPEndpoint.databaseRequest)
                while !client.isInsideMessage { try await client.receiveBytes() }
                // The connection stays open, and a further request is not answered either.
                try await client.send(HAPEndpoint.databaseRequest)
                #expect(await accessory.server.sessionCount == 1)
                await accessory.server.restart()
                #expect(await client.endsWithoutAnswer())
                #expect(client.isInsideMessage)
            }
        }
    }

    @Test func connectionIsDroppedAfterARequestThatIsCarriedOut() async throws {
        try await AccessoryUnderTest.run { accessory in
            let on = accessory.bridge.on
            let pairing = try await accessory.pair()
            try await accessory.session(of: pairing) { client in
                await accessory.server.changeFaults { $0.dropsAfterNextRequest = true }
                try await client.send(
                    CharacteristicWriteRequest(writes: [CharacteristicWrite(id: on, value: .boolean(true))]).request)
                #expect(await client.endsWithoutAnswer())
            }
            #expect(await accessory.server.value(of: on) == .boolean(true))
            try await accessory.session(of: pairing) { client in
                let answer = try await client.read(on)
                #expect(answer.results[on]?.value == .boolean(true), "the fault happens once")
            }
        }
    }

    @Test(arguments: [false, true]) func requestToAddAPairingIsLost(isCarriedOut: Bool) async throws {
        try await AccessoryUnderTest.run { accessory in
            let owner = try await accessory.pair()
            let guest = Pairing(identity: .fresh(), accessory: owner.accessory)
            await accessory.server.changeFaults {
                $0.pairingsLoss = PairingsLoss(of: .addPairing, isCarriedOut: isCarriedOut)
            }
            try await accessory.session(of: owner) { client in
                #expect(try await client.pairings(.list) == .list([owner.entry(.administrator)]))
                let request = PairingsRequest.add(guest.entry([]))
                try await client.send(HAPEndpoint.pairings.pairingRequest(body: request.bytes))
                #expect(await client.endsWithoutAnswer())
            }
            #expect(await accessory.server.controllers.count == (isCarriedOut ? 2 : 1))
        }
    }

    @Test func frameOutOfStepCannotBeDecrypted() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.session { client in
                await accessory.server.changeFaults { $0.sendsFrameOutOfStep = true }
                try await client.send(HAPEndpoint.databaseRequest)
                await #expect(throws: FrameError.wrongTag) { _ = try await client.receive() }
            }
        }
    }

    @Test func characteristicAnswersWithTheGivenStatus() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            await accessory.server.changeFaults { $0.statuses[bridge.on] = .serviceUnreachable }
            try await accessory.session { client in
                let read = try await client.read(bridge.on, bridge.brightness)
                #expect(read.status(of: bridge.on) == .serviceUnreachable)
                #expect(read.results[bridge.brightness]?.value == .integer(40))
                let write = CharacteristicWrite(id: bridge.on, value: .boolean(true))
                #expect(try await client.write(write).status(of: bridge.on) == .serviceUnreachable)
                #expect(await accessory.server.value(of: bridge.on) == .boolean(false))
                await accessory.server.changeFaults { $0.statuses = [:] }
                #expect(try await client.write(write).overall == .success)
            }
        }
    }

    @Test func acceptedWriteIsNotCarriedOut() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            await accessory.server.changeFaults { $0.ignoresWrites = true }
            try await accessory.session { client in
                let ignored = CharacteristicWrite(id: bridge.on, value: .boolean(true))
                #expect(try await client.write(ignored).overall == .success)
                #expect(try await client.read(bridge.on).results[bridge.on]?.value == .boolean(false))
                await accessory.server.changeFaults { $0.ignoresWrites = false }
                _ = try await client.write(CharacteristicWrite(id: bridge.brightness, value: .integer(3)))
            }
            #expect(await accessory.server.nextWrite()?.id == bridge.brightness, "no write came before this one")
        }
    }

    @Test func subscriptionIsAcceptedWithoutEvents() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            await accessory.server.changeFaults { $0.withholdsEvents = true }
            try await accessory.session { client in
                try await client.subscribe(to: bridge.on, bridge.press)
                await accessory.server.set(.boolean(true), of: bridge.on)
                await accessory.server.set(.integer(0), of: bridge.press)
                await accessory.server.changeFaults { $0.withholdsEvents = false }
                await accessory.server.set(.integer(1), of: bridge.press)
                #expect(try await client.nextEvent() == [bridge.press: .integer(1)])
            }
        }
    }

    @Test func pairSetupIsDelayed() async throws {
        try await AccessoryUnderTest.run { accessory in
            await accessory.server.changeFaults { $0.setupRetryDelay = 7 }
            try await accessory.connect { client in
                let failure = try await pairingFailure {
                    try await client.beginPairing(code: SetupCode(SampleBridge.code))
                }
                #expect(failure == .refused(.backoff, retryDelay: 7))
            }
            await accessory.server.changeFaults { $0.setupRetryDelay = nil }
            _ = try await accessory.pair()
        }
    }

    @Test func restartChangesThePortAndEndsTheSessions() async throws {
        try await AccessoryUnderTest.run { accessory in
            let pairing = try await accessory.pair()
            #expect(await accessory.server.nextAnnouncement()?["sf"] == "0")
            try await accessory.session(of: pairing) { client in
                await accessory.server.restart()
                #expect(await client.endsWithoutAnswer())
            }
            let announcement = try #require(await accessory.server.nextAnnouncement())
            #expect(announcement.txt == accessory.announcement.txt.map { $0 == "sf=1" ? "sf=0" : $0 })
            try await accessory.session(of: pairing, port: announcement.port) { client in
                let response = try await client.request(HAPEndpoint.databaseRequest)
                #expect(response.status == 200)
            }
        }
    }

    @Test func databaseIsReplacedDuringASession() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            let pairing = try await accessory.pair()
            #expect(await accessory.server.nextAnnouncement()?["c#"] == "1")
            try await accessory.session(of: pairing) { client in
                try await client.subscribe(to: bridge.on)
                let kept = bridge.definition.database.accessories.filter { $0.aid != 2 }
                try await accessory.server.replace(AccessoryDatabase(accessories: kept))
                #expect(await accessory.server.nextAnnouncement()?["c#"] == "2")
                let response = try await client.request(HAPEndpoint.databaseRequest)
                #expect(try AccessoryDatabase(parsing: response.body).accessories.map(\.aid) == [1, 3, 4])
                #expect(try await client.read(bridge.on).status(of: bridge.on) == .missing)
            }
        }
    }
}
