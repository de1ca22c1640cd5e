import HomeKitAccessories
import HomeKitEmulator
import HomeKitFixtures
import HomeKitProtocol
import Testing

@Suite(.timeLimit(.minutes(5))) struct CharacteristicTests {
    @Test func controllerReadsTheWholeDatabase() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.session { client in
                let response = try await client.request(HAPEndpoint.databaseRequest)
                #expect(response.headers.value(of: "Content-Length") != nil)
                let database = try AccessoryDatabase(parsing: response.body)
                #expect(database.problems.isEmpty)
                #expect(Self.described(database) == Self.described(accessory.bridge.definition.database))
            }
        }
    }

    @Test func databaseComesInChunksWhereThatIsWanted() async throws {
        try await AccessoryUnderTest.run { accessory in
            await accessory.server.changeFaults { $0.databaseChunkBytes = 700 }
            try await accessory.session { client in
                let response = try await client.request(HAPEndpoint.databaseRequest)
                #expect(response.headers.value(of: "Transfer-Encoding") == "chunked")
                let database = try AccessoryDatabase(parsing: response.body)
                #expect(database.accessories.map(\.aid) == [1, 2, 3, 4])
            }
        }
    }

    @Test func requestsWithoutASessionAreRefused() async throws {
        try await AccessoryUnderTest.run { accessory in
            let requests = [
                HAPEndpoint.databaseRequest, CharacteristicWriteRequest(writes: []).request,
                PrepareRequest(pid: 1, milliseconds: 1).request,
                HAPEndpoint.pairings.pairingRequest(body: PairingsRequest.list.bytes),
            ]
            try await accessory.connect { client in
                for request in requests {
                    let response = try await client.request(request)
                    #expect(response.status == 470)
                    #expect(try CharacteristicsAnswer(response).overall == .insufficientPrivileges)
                }
            }
        }
    }

    @Test func valuesAndStatusesAreRead() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                let plain = try await client.read(bridge.on, bridge.temperature, bridge.press)
                #expect(plain.results[bridge.on]?.value == .boolean(false))
                #expect(plain.results[bridge.temperature]?.value == .number(20.5))
                #expect(plain.results[bridge.press]?.value == .null, "a press has no value outside events")
                let missing = CharacteristicID(aid: 9, iid: 9)
                let mixed = try await client.read(bridge.on, bridge.identify, missing)
                #expect(mixed.status(of: bridge.on) == .success)
                #expect(mixed.status(of: bridge.identify) == .writeOnly)
                #expect(mixed.status(of: missing) == .missing)
            }
        }
    }

    @Test func readReturnsWhatItsOptionsAskFor() async throws {
        try await AccessoryUnderTest.run { accessory in
            let id = accessory.bridge.brightness
            try await accessory.session { client in
                try await client.subscribe(to: id)
                let options: CharacteristicReadRequest.Options = [.metadata, .permissions, .type, .notifications]
                let request = try #require(
                    CharacteristicReadRequest.batches(of: [id, accessory.bridge.on], options: options).first)
                let response = try await client.request(request.request)
                let body = try HomeKitJSONParser.parse(response.body, limits: .characteristics)
                let entry = try #require(body["characteristics"]?.elements?.first)
                #expect(entry["value"] == .integer(40) && entry["ev"] == .boolean(true) && entry["type"] == .text("8"))
                #expect(entry["maxValue"] == .integer(100) && entry["format"] == .text("int"))
                #expect(entry["perms"] == .list([.text("pr"), .text("pw"), .text("ev")]))
                let answer = try CharacteristicsAnswer(response)
                #expect(answer.results[accessory.bridge.on]?.notifications == false)
            }
        }
    }

    @Test func writesArriveInOrder() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            let pairing = try await accessory.pair()
            try await accessory.session(of: pairing) { client in
                // iOS writes 1 for true.
                let answer = try await client.write(
                    CharacteristicWrite(id: bridge.on, value: .integer(1)),
                    CharacteristicWrite(id: bridge.brightness, value: .integer(70)))
                #expect(answer.overall == .success)
                let read = try await client.read(bridge.on, bridge.brightness)
                #expect(read.results[bridge.on]?.value == .boolean(true))
                #expect(read.results[bridge.brightness]?.value == .integer(70))
            }
            let first = await accessory.server.nextWrite()
            #expect(first?.id == bridge.on && first?.value == .boolean(true))
            #expect(first?.controller == pairing.identity.identifier)
            let second = await accessory.server.nextWrite()
            #expect(second?.id == bridge.brightness && second?.value == .integer(70))
            #expect(await accessory.server.value(of: bridge.brightness) == .integer(70))
        }
    }

    @Test func eachEntryOfAWriteHasItsStatus() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            let missing = CharacteristicID(aid: 2, iid: 99)
            try await accessory.session { client in
                let answer = try await client.write(
                    CharacteristicWrite(id: bridge.on, value: .boolean(true)),
                    CharacteristicWrite(id: bridge.brightness, value: .integer(101)),
                    CharacteristicWrite(id: bridge.temperature, value: .number(3)),
                    CharacteristicWrite(id: bridge.identify, notifications: true),
                    CharacteristicWrite(id: missing, value: .boolean(true)))
                #expect(answer.status(of: bridge.on) == .success)
                #expect(answer.status(of: bridge.brightness) == .invalidValue)
                #expect(answer.status(of: bridge.temperature) == .readOnly)
                #expect(answer.status(of: bridge.identify) == .notificationsUnsupported)
                #expect(answer.status(of: missing) == .missing)
                #expect(await accessory.server.value(of: bridge.on) == .boolean(true), "the valid entry is carried out")
                #expect(await accessory.server.value(of: bridge.brightness) == .integer(40))
            }
        }
    }

    @Test func lockIsWrittenOnlyAfterItsPreparation() async throws {
        try await AccessoryUnderTest.run { accessory in
            let target = accessory.bridge.lockTarget
            let unlock = CharacteristicWrite(id: target, value: .integer(0))
            try await accessory.session { client in
                #expect(try await client.write(unlock).status(of: target) == .invalidValue)
                #expect(try await client.write(unlock, pid: 11).status(of: target) == .invalidValue)
                #expect(await accessory.server.value(of: target) == .integer(1))

                let prepared = try await client.request(PrepareRequest(pid: 11, milliseconds: 60_000).request)
                #expect(try PrepareRequest.status(in: prepared) == .success)
                #expect(try await client.write(unlock, pid: 11).overall == .success)
                #expect(await accessory.server.value(of: target) == .integer(0))
                #expect(
                    try await client.write(unlock, pid: 11).status(of: target) == .invalidValue,
                    "an id is valid for one write")
            }
        }
    }

    @Test func latePreparedWriteIsRefused() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                _ = try await client.request(PrepareRequest(pid: 5, milliseconds: 0).request)
                let answer = try await client.write(CharacteristicWrite(id: bridge.on, value: .boolean(true)), pid: 5)
                #expect(answer.status(of: bridge.on) == .invalidValue)
                #expect(await accessory.server.value(of: bridge.on) == .boolean(false))
            }
        }
    }

    @Test(arguments: ["", "{", #"{"characteristics":[]}"#, #"{"characteristics":[{"iid":1,"value":2}]}"#])
    func malformedWriteIsRefused(_ body: String) async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.session { client in
                let response = try await client.request(
                    HAPRequest(method: "PUT", target: "/characteristics", contentType: .json, body: Array(body.utf8)))
                #expect(response.status == 400)
                #expect(try await client.read(accessory.bridge.on).overall == nil, "the session goes on")
            }
        }
    }

    @Test(arguments: [
        ("GET", "/resource", 404), ("GET", "/pair-setup", 405), ("POST", "/accessories", 405), ("GET", "/prepare", 405),
    ])
    func unknownRequestsAreRefused(method: String, target: String, status: Int) async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.connect { client in
                let response = try await client.request(HAPRequest(method: method, target: target))
                #expect(response.status == status)
            }
        }
    }

    /// The database without its values, which `valuesAndStatusesAreRead` compares: the parser makes an integer of 21.0.
    private static func described(_ database: AccessoryDatabase) -> [String] {
        database.accessories.flatMap { accessory in
            accessory.services.flatMap { service in
                ["\(accessory.aid) \(service.iid) \(service.type) \(service.isPrimary)"]
                    + service.characteristics.map { characteristic in
                        let limits = [characteristic.minimum, characteristic.maximum, characteristic.step]
                        return
                            "\(characteristic.iid) \(characteristic.type) \(characteristic.permissions?.rawValue ?? 0)"
                            + " \(characteristic.format?.rawValue ?? "") \(characteristic.unit ?? "") \(limits)"
                            + " \(characteristic.validValues)"
                    }
            }
        }
    }
}
