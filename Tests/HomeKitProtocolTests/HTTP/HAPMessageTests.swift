import Testing

@testable import HomeKitProtocol

struct HAPMessageTests {
    private func responses(
        _ text: String, limits: HAPMessageLimits = .controller
    ) throws(HAPMessageError) -> [HAPResponse] {
        var parser = HAPResponseParser(limits: limits)
        parser.append(Array(text.utf8))
        var responses: [HAPResponse] = []
        while let response = try parser.next() { responses.append(response) }
        return responses
    }

    private func body(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func responsesAndEventsAreReadInTheirOrder() throws {
        let text =
            "HTTP/1.1 204 No Content\r\n\r\nEVENT/1.0 200 OK\r\nContent-Type: application/hap+json\r\nContent-Length: 2"
            + "\r\n\r\n{}HTTP/1.1 207 Multi-Status\r\ncontent-length:3\r\n\r\nabc"
        let found = try responses(text)
        #expect(found.map(\.kind) == [.response, .event, .response])
        #expect(found.map(\.status) == [204, 200, 207])
        #expect(found.map(\.body) == [[], body("{}"), body("abc")])
        #expect(found[1].headers.value(of: "CONTENT-TYPE") == "application/hap+json")
    }

    @Test func chunkedBodyIsJoined() throws {
        let text =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nContent-Length: 1\r\n\r\n5\r\nhello\r\n"
            + "A;name=value\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nHTTP/1.1 204\r\n\r\n"
        let found = try responses(text)
        #expect(found.map(\.body) == [body("hello0123456789"), []])
    }

    @Test func messageWithoutLengthHasNoBody() throws {
        let text = "HTTP/1.1 470 Connection Authorization Required\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
        #expect(try responses(text).map(\.status) == [470, 200])
    }

    @Test func lengthOfA204DoesNotCount() throws {
        let text = "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
        #expect(try responses(text).count == 2)
    }

    @Test func interimResponseIsLeftOut() throws {
        #expect(try responses("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n").map(\.status) == [204])
    }

    @Test func linesMayEndWithoutCarriageReturnAndBeginLate() throws {
        let found = try responses("\r\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\nok")
        #expect(found.map(\.body) == [body("ok")])
    }

    @Test func reasonIsNotRequired() throws { #expect(try responses("HTTP/1.1 200\r\n\r\n").map(\.status) == [200]) }

    @Test(arguments: [
        ("HTTP/2 200 OK\r\n\r\n", HAPMessageError.malformedStartLine),
        ("HTTP/1.1 2000 OK\r\n\r\n", .malformedStartLine),
        ("HTTP/1.1 +20 OK\r\n\r\n", .malformedStartLine),
        ("200 OK\r\n\r\n", .malformedStartLine),
        ("{\"characteristics\":[]}\r\n\r\n", .malformedStartLine),
        ("HTTP/1.1 200 OK\r\nNoColon\r\n\r\n", .malformedHeader),
        ("HTTP/1.1 200 OK\r\n: x\r\n\r\n", .malformedHeader),
        ("HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n", .malformedHeader),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .conflictingLengths),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0x10\r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", .bodyTooLarge(limit: 100)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLarge(limit: 100)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .unsupportedTransferEncoding),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n", .bodyTooLarge(limit: 100)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n64\r\n", .bodyTooLarge(limit: 100)),
    ])
    func brokenMessageIsRefused(text: String, expected: HAPMessageError) {
        let limits = HAPMessageLimits(headBytes: 200, bodyBytes: 100)
        #expect(throws: expected) { try responses(text, limits: limits) }
    }

    @Test func headBeyondItsLimitIsRefusedBeforeItIsComplete() {
        let limits = HAPMessageLimits(headBytes: 200, bodyBytes: 100)
        let line = String(repeating: "x", count: 201)
        for text in [
            line, "HTTP/1.1 200 OK\r\nA: \(line)", "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 40),
        ] {
            #expect(throws: HAPMessageError.headTooLarge(limit: 200)) { try responses(text, limits: limits) }
        }
    }

    @Test func parserThrowsTheSameErrorForEver() {
        var parser = HAPResponseParser()
        parser.append(body("HTTP/1.1 200 OK\r\nNoColon\r\n\r\n"))
        for _ in 0..<2 {
            #expect(throws: HAPMessageError.malformedHeader) { try parser.next() }
            parser.append(body("HTTP/1.1 204 No Content\r\n\r\n"))
        }
        parser = HAPResponseParser()
        parser.append(body("nonsense\r\n\r\n"))
        for _ in 0..<2 { #expect(throws: HAPMessageError.malformedStartLine) { try parser.next() } }
    }

    @Test func connectionThatEndsInAMessageIsDetected() throws {
        var parser = HAPResponseParser()
        #expect(!parser.isInsideMessage)
        parser.append(body("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na"))
        #expect(try parser.next() == nil)
        #expect(parser.isInsideMessage)
        parser.append(body("b"))
        #expect(try parser.next()?.body == body("ab"))
        #expect(!parser.isInsideMessage)
    }

    @Test func requestIsWrittenAndReadAgain() throws {
        let request = HAPRequest(method: "PUT", target: "/characteristics", contentType: .json, body: body("{}"))
        let bytes = try request.serialized(host: "192.0.2.7")
        #expect(
            bytes
                == body(
                    "PUT /characteristics HTTP/1.1\r\nHost: 192.0.2.7\r\nContent-Type: application/hap+json\r\n"
                        + "Content-Length: 2\r\n\r\n{}"))
        var parser = HAPRequestParser()
        parser.append(bytes)
        let read = try #require(try parser.next())
        #expect(read.method == "PUT" && read.target == "/characteristics" && read.body == body("{}"))
        #expect(HAPEndpoint(read) == .characteristics)
        #expect(
            try HAPEndpoint.databaseRequest.serialized(host: "[::1]")
                == body("GET /accessories HTTP/1.1\r\nHost: [::1]\r\n\r\n"))
        #expect(
            try HAPEndpoint.identifyRequest.serialized(host: "h")
                == body("POST /identify HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"))
    }

    @Test func pairingRequestsHaveTheirTypeAndPath() throws {
        for endpoint in [HAPEndpoint.pairSetup, .pairVerify, .pairings] {
            let request = endpoint.pairingRequest(body: [6, 1, 1])
            #expect(HAPEndpoint(request) == endpoint && request.method == "POST")
            #expect(request.headers.value(of: "content-type") == "application/pairing+tlv8")
            #expect(try request.serialized(host: "h").suffix(7) == [0x0D, 0x0A, 0x0D, 0x0A, 6, 1, 1])
        }
    }

    @Test(arguments: [
        ("GET /a\r\n\r\n", HAPMessageError.malformedStartLine), ("GET  /a HTTP/1.1\r\n\r\n", .malformedStartLine),
        ("GET a HTTP/1.1\r\n\r\n", .malformedStartLine), ("GET /a HTTP/2.0\r\n\r\n", .unsupportedVersion),
    ])
    func brokenRequestIsRefused(text: String, expected: HAPMessageError) {
        var parser = HAPRequestParser()
        parser.append(body(text))
        for _ in 0..<2 { #expect(throws: expected) { try parser.next() } }
    }

    @Test func controlCharactersAreNotWritten() {
        #expect(throws: HAPMessageError.forbiddenCharacter) {
            try HAPRequest(method: "GET", target: "/a\r\nX: y").serialized(host: "h")
        }
        #expect(throws: HAPMessageError.forbiddenCharacter) {
            try HAPRequest(method: "GET", target: "/").serialized(host: "\n")
        }
        #expect(throws: HAPMessageError.forbiddenCharacter) {
            try HAPResponse(status: 200, headers: [HAPHeader(name: "A", value: "\0")]).serialized()
        }
    }

    @Test func pairingBodyIsFoundInSuccessAndInErrors() throws {
        let message = HAPResponse(status: 200, contentType: .pairing, body: [6, 1, 2])
        #expect(try message.pairingBody() == [6, 1, 2])
        let error = HAPResponse(status: 400, contentType: .pairing, body: [6, 1, 2, 7, 1, 1])
        #expect(try error.pairingBody() == [6, 1, 2, 7, 1, 1])
        let json = HAPResponse(status: 470, contentType: .json, body: body("{}"))
        #expect(throws: HAPRefusal(httpStatus: 470)) { try json.pairingBody() }
        #expect(throws: HAPRefusal(httpStatus: 200)) { try HAPResponse(status: 200).pairingBody() }
        #expect(HAPRefusal(httpStatus: 470).isUnauthorized && !HAPRefusal(httpStatus: 500).isUnauthorized)
    }
}
