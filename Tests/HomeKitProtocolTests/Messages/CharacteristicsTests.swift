import SeededRandom
import Testing

@testable import HomeKitProtocol

struct CharacteristicsTests {
    private func id(_ aid: UInt64, iid: UInt64) -> CharacteristicID { CharacteristicID(aid: aid, iid: iid) }

    private func response(_ status: Int, body: String = "") -> HAPResponse {
        HAPResponse(status: status, contentType: .json, body: Array(body.utf8))
    }

    @Test func readsAreDividedIntoRequestsOf49() throws {
        let ids = (1...100).map { id(1, iid: $0) }
        let batches = CharacteristicReadRequest.batches(of: ids)
        #expect(batches.map(\.ids.count) == [49, 49, 2] && batches.flatMap(\.ids) == ids)
        #expect(CharacteristicReadRequest.batches(of: []).isEmpty)
        let single = try #require(
            CharacteristicReadRequest.batches(
                of: [id(1, iid: 2), id(.max, iid: 3)], options: [.notifications, .metadata]
            ).first)
        #expect(single.request.target == "/characteristics?id=1.2,18446744073709551615.3&meta=1&ev=1")
        #expect(CharacteristicReadRequest(single.request) == single)
    }

    @Test(arguments: [
        "/characteristics", "/characteristics?id=", "/characteristics?id=1", "/characteristics?id=1.2,x",
        "/other?id=1.2",
        "/characteristics?id=1.-2", "/characteristics?id=1.2.3", "/characteristics?id=99999999999999999999.1",
    ])
    func readWithoutIDsIsRefused(target: String) {
        #expect(CharacteristicReadRequest(HAPRequest(method: "GET", target: target)) == nil)
    }

    @Test func writeHasItsMembersInAFixedOrderWithoutSpaces() throws {
        let writes = [
            CharacteristicWrite(id: id(1, iid: 8), value: .boolean(true)),
            CharacteristicWrite(id: id(1, iid: 9), value: .number(21.5), wantsResponse: true),
            CharacteristicWrite(id: id(.max, iid: 10), notifications: true),
        ]
        let request = CharacteristicWriteRequest(writes: writes, pid: 7)
        #expect(
            String(decoding: request.request.body, as: UTF8.self)
                == #"{"characteristics":[{"aid":1,"iid":8,"value":true},{"aid":1,"iid":9,"value":21.5,"r":true},"#
                + #"{"aid":18446744073709551615,"iid":10,"ev":true}],"pid":7}"#)
        #expect(try CharacteristicWriteRequest(request.request) == request)
        #expect(HAPEndpoint(request.request) == .characteristics && request.request.method == "PUT")
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"characteristics":[]}"#, #"{"characteristics":[{"aid":1}]}"#, #"{"characteristics":1}"#,
    ])
    func writeWithoutEntriesIsRefused(body: String) {
        let request = HAPRequest(method: "PUT", target: "/characteristics", body: Array(body.utf8))
        #expect(throws: CharacteristicsFailure.self) { try CharacteristicWriteRequest(request) }
    }

    @Test func timedWriteIsAnnounced() throws {
        let prepare = PrepareRequest(pid: 11, milliseconds: 2500)
        #expect(prepare.request.body == Array(#"{"ttl":2500,"pid":11}"#.utf8))
        #expect(try PrepareRequest(prepare.request) == prepare)
        #expect(try PrepareRequest.status(in: response(200, body: #"{"status":0}"#)) == .success)
        #expect(try PrepareRequest.status(in: response(200, body: #"{"status":-70410}"#)) == .invalidValue)
        #expect(try PrepareRequest.status(in: response(400, body: #"{"status":70410}"#)) == .invalidValue)
        #expect(try PrepareRequest.status(in: response(204)) == .success)
        var random = SeededGenerator(seed: printedSeed())
        for _ in 0..<100 { #expect((1...0x7FFF_FFFF).contains(PrepareRequest.randomPID(using: &random))) }
    }

    @Test func statusesAreNormalizedAndUnknownOnesKept() {
        #expect(HAPStatus(code: 70402) == .serviceUnreachable && HAPStatus(code: -70402) == .serviceUnreachable)
        #expect(HAPStatus(code: 12345).code == -12345 && HAPStatus(code: .min).code == .min)
        #expect(HAPStatus(code: -1).explanation.contains("-1"))
        #expect(Set((70401...70412).map { HAPStatus(code: $0).explanation }).count == 12)
    }

    @Test func successWithoutABodyIsASuccessForAll() throws {
        for response in [response(204), response(200)] {
            let answer = try CharacteristicsAnswer(response)
            #expect(answer.overall == .success && answer.status(of: id(1, iid: 8)) == .success)
        }
    }

    @Test func everyCharacteristicHasItsOwnStatus() throws {
        let answer = try CharacteristicsAnswer(
            response(
                207,
                body:
                    #"{"characteristics":[{"aid":1,"iid":8,"status":0,"value":1},{"aid":"1","iid":"9","status":70402},"#
                    + #"true,{"aid":1},{"aid":1,"iid":10,"value":null,"ev":1},{"aid":1,"iid":8,"status":-70404}]}"#))
        #expect(answer.results.count == 3 && answer.overall == nil)
        #expect(answer.status(of: id(1, iid: 8)) == .success && answer.results[id(1, iid: 8)]?.value == .integer(1))
        #expect(answer.status(of: id(1, iid: 9)) == .serviceUnreachable && answer.results[id(1, iid: 9)]?.value == nil)
        #expect(answer.results[id(1, iid: 10)]?.value == .null && answer.results[id(1, iid: 10)]?.notifications == true)
        #expect(answer.status(of: id(1, iid: 11)) == nil)
    }

    @Test func statusOfTheWholeRequestCountsForAll() throws {
        for status in [200, 207, 400, 500] {
            let answer = try CharacteristicsAnswer(response(status, body: #"{"status":-70407}"#))
            #expect(answer.overall == .outOfResources && answer.status(of: id(1, iid: 8)) == .outOfResources)
        }
        let mixed = try CharacteristicsAnswer(
            response(207, body: #"{"status":-70407,"characteristics":[{"aid":1,"iid":8,"value":3}]}"#))
        #expect(mixed.status(of: id(1, iid: 8)) == .success && mixed.status(of: id(1, iid: 9)) == .outOfResources)
    }

    @Test func errorWithoutAStatusIsARefusal() {
        for (status, body) in [(470, ""), (500, "oops"), (404, "{}"), (400, "[]")] {
            #expect(throws: CharacteristicsFailure.refused(HAPRefusal(httpStatus: status))) {
                try CharacteristicsAnswer(response(status, body: body))
            }
        }
        #expect(throws: CharacteristicsFailure.malformed) { try CharacteristicsAnswer(response(200, body: "{}")) }
        #expect(throws: CharacteristicsFailure.json(.unexpectedEnd)) {
            try CharacteristicsAnswer(response(207, body: "{"))
        }
    }

    @Test func eventsKeepTheirOrderAndRepetitions() throws {
        let event = HAPResponse(
            kind: .event, status: 200, contentType: .json,
            body: Array(
                #"{"characteristics":[{"aid":1,"iid":5,"value":0},{"aid":1,"iid":5,"value":0},{"iid":5}]}"#.utf8))
        let results = try CharacteristicEvents.results(in: event)
        #expect(results.map(\.id) == [id(1, iid: 5), id(1, iid: 5)] && results.allSatisfy { $0.value == .integer(0) })
        #expect(try CharacteristicEvents.results(in: HAPResponse(kind: .event, status: 200)).isEmpty)
        #expect(throws: CharacteristicsFailure.malformed) {
            try CharacteristicEvents.results(in: HAPResponse(kind: .event, status: 200, body: Array("{}".utf8)))
        }
    }

    @Test func answersOfASimulatedAccessoryAreReadByTheController() throws {
        let good = CharacteristicResult(id: id(1, iid: 8), value: .integer(1), notifications: false)
        let bad = CharacteristicResult(id: id(1, iid: 9), status: .readOnly)
        #expect([good].readResponse().status == 200 && [good, bad].readResponse().status == 207)
        #expect([CharacteristicResult(id: id(1, iid: 8))].writeResponse() == HAPResponse(status: 204))
        #expect([good].writeResponse().status == 207)
        for response in [[good, bad].readResponse(), [good, bad].writeResponse()] {
            #expect(try CharacteristicsAnswer(response).results == [good.id: good, bad.id: bad])
        }
        let event = [good].event()
        #expect(event.kind == .event)
        #expect(try CharacteristicEvents.results(in: event) == [good])
        #expect(
            try CharacteristicsAnswer(HAPResponse(httpStatus: 400, hapStatus: .missing)).overall == .missing)
    }
}
