import HomeKitAccessories
import HomeKitFixtures
import HomeKitProtocol
import Testing

@testable import HomeKitEmulator

@Suite(.timeLimit(.minutes(5))) struct PairingTests {
    @Test func controllerWithTheCodeIsPairedAndVerified() async throws {
        try await AccessoryUnderTest.run { accessory in
            let pairing = try await accessory.pair()
            #expect(pairing.accessory.identifier == accessory.announcement["id"])
            #expect(await accessory.server.controllers.map(\.identifier) == [pairing.identity.identifier])
            try await accessory.session(of: pairing) { client in
                let answer = try await client.request(HAPEndpoint.databaseRequest)
                #expect(answer.status == 200)
                #expect(await accessory.server.sessionCount == 1)
            }
        }
    }

    @Test func wrongCodeIsRefusedAndTheNextAttemptSucceeds() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.connect { client in
                let failure = try await pairingFailure {
                    _ = try await client.pair(as: .fresh(), code: SetupCode("031-45-155"))
                }
                #expect(failure == .refused(.authentication, retryDelay: nil))
                _ = try await client.pair(as: .fresh(), code: SetupCode(SampleBridge.code))
            }
            #expect(await accessory.server.record.failedAttempts == 0)
        }
    }

    @Test func hundredWrongCodesEndPairing() async throws {
        try await TemporaryFolder.use { folder in
            var record = AccessoryRecord.fresh(identifier: nil)
            record.failedAttempts = 99
            let storage = AccessoryStorage.file(folder: folder, name: "bridge")
            try storage.save(record)
            try await AccessoryUnderTest.run(storage: storage) { accessory in
                try await accessory.connect { client in
                    let last = try await pairingFailure {
                        _ = try await client.pair(as: .fresh(), code: SetupCode("031-45-155"))
                    }
                    #expect(last == .refused(.authentication, retryDelay: nil))
                    let further = try await pairingFailure {
                        _ = try await client.pair(as: .fresh(), code: SetupCode(SampleBridge.code))
                    }
                    #expect(further == .refused(.maxTries, retryDelay: nil))
                }
            }
            #expect(try storage.load()?.failedAttempts == 100, "the number outlives a restart")
        }
    }

    @Test func secondControllerIsRefusedWhileTheFirstPairs() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.connect { first in
                try await first.beginPairing(code: SetupCode(SampleBridge.code))
                try await accessory.connect { second in
                    let failure = try await pairingFailure {
                        try await second.beginPairing(code: SetupCode(SampleBridge.code))
                    }
                    #expect(failure == .refused(.busy, retryDelay: nil))
                }
            }
            // The first connection is closed now, which frees the accessory.
            try await accessory.connect { third in
                while let failure = try await pairingFailure(of: {
                    try await third.beginPairing(code: SetupCode(SampleBridge.code))
                }) {
                    #expect(failure == .refused(.busy, retryDelay: nil))
                }
            }
        }
    }

    @Test func pairedAccessoryRefusesPairSetup() async throws {
        try await AccessoryUnderTest.run { accessory in
            _ = try await accessory.pair()
            try await accessory.connect { client in
                let failure = try await pairingFailure {
                    try await client.beginPairing(code: SetupCode(SampleBridge.code))
                }
                #expect(failure == .refused(.unavailable, retryDelay: nil))
            }
        }
    }

    @Test func unknownControllerIsNotVerified() async throws {
        try await AccessoryUnderTest.run { accessory in
            let pairing = try await accessory.pair()
            let stranger = Pairing(identity: .fresh(), accessory: pairing.accessory)
            try await accessory.connect { client in
                let failure = try await pairingFailure { try await client.verify(stranger) }
                #expect(failure == .controllerUnknown)
            }
        }
    }

    @Test func accessoryWithoutAPairingIdentifiesItself() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.connect { client in
                let response = try await client.request(HAPEndpoint.identifyRequest)
                #expect(response.status == 204)
            }
            let write = await accessory.server.nextWrite()
            #expect(write == ControllerWrite(id: accessory.bridge.identify, value: .boolean(true), controller: nil))
        }
    }

    @Test func pairedAccessoryIdentifiesItselfOnlyInASession() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.session { client in
                let refused = try await client.request(HAPEndpoint.identifyRequest)
                #expect(refused.status == 400)
                #expect(try CharacteristicsAnswer(refused).overall == .insufficientPrivileges)
                let write = CharacteristicWrite(id: accessory.bridge.identify, value: .boolean(true))
                #expect(try await client.write(write).overall == .success)
            }
            #expect(await accessory.server.nextWrite()?.id == accessory.bridge.identify)
        }
    }

    @Test func announcementFollowsThePairings() async throws {
        try await AccessoryUnderTest.run { accessory in
            let first = accessory.announcement
            #expect(first.name == "Sample bridge" && first["sf"] == "1" && first["ci"] == "2" && first["c#"] == "1")
            #expect(first["md"] == "SB-1" && first["pv"] == "1.1" && first["ff"] == "0" && first["s#"] == "1")
            let identifier = try #require(first["id"])
            #expect(identifier.wholeMatch(of: /[0-9A-F]{2}(:[0-9A-F]{2}){5}/) != nil)
            #expect(first["sh"]?.count == 8)
            let pairing = try await accessory.pair()
            #expect(await accessory.server.nextAnnouncement()?["sf"] == "0")
            try await accessory.session(of: pairing) { client in
                let answer = try await client.pairings(.remove(identifier: pairing.identity.identifier))
                #expect(answer == .done)
                #expect(await client.endsWithoutAnswer(), "the session of the removed controller ends")
            }
            #expect(await accessory.server.nextAnnouncement()?["sf"] == "1")
        }
    }

    @Test func administratorAddsListsAndRemovesControllers() async throws {
        try await AccessoryUnderTest.run { accessory in
            let owner = try await accessory.pair()
            let guest = Pairing(identity: .fresh(), accessory: owner.accessory)
            try await accessory.session(of: owner) { client in
                #expect(try await client.pairings(.add(guest.entry([]))) == .done)
                #expect(
                    try await client.pairings(.list) == .list([owner.entry(.administrator), guest.entry([])]))
                try await accessory.session(of: guest) { other in
                    let failure = try await pairingFailure { _ = try await other.pairings(.list) }
                    #expect(failure == .refused(.authentication, retryDelay: nil))
                    #expect(try await client.pairings(.remove(identifier: guest.identity.identifier)) == .done)
                    #expect(await other.endsWithoutAnswer(), "the session of the removed controller ends")
                }
                #expect(try await client.pairings(.list) == .list([owner.entry(.administrator)]))
            }
        }
    }

    @Test func allSessionsEndWithTheLastAdministrator() async throws {
        try await AccessoryUnderTest.run { accessory in
            let owner = try await accessory.pair()
            let guest = Pairing(identity: .fresh(), accessory: owner.accessory)
            try await accessory.session(of: owner) { client in
                #expect(try await client.pairings(.add(guest.entry([]))) == .done)
                try await accessory.session(of: guest) { other in
                    let answer = try await client.pairings(.remove(identifier: owner.identity.identifier))
                    #expect(answer == .done)
                    #expect(await other.endsWithoutAnswer())
                    #expect(await client.endsWithoutAnswer())
                }
            }
            #expect(await accessory.server.controllers.isEmpty)
            _ = try await accessory.pair()
        }
    }
}
