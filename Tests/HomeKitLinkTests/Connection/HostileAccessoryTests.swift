import Concurrency
import Crypto
import SeededRandom
import TestSupport
import Testing

@testable import HomeKitLink
@testable import HomeKitProtocol

/// Whatever an accessory sends, a request ends with an answer or with a typed failure, and the connection is closed.
@Suite(.timeLimit(.minutes(5))) struct HostileAccessoryTests {
    private func failure(
        answers: [[UInt8]], limit: Duration = .seconds(60), closesAfterwards: Bool = false
    ) async throws -> AccessoryFailure? {
        try await HostileAccessory.run(answers: answers, closesAfterwards: closesAfterwards) { address in
            do throws(AccessoryFailure) {
                try await AccessoryConnection.with(address, clock: ContinuousClock()) {
                    connection throws(AccessoryFailure) in
                    _ = try await connection.send(HAPEndpoint.databaseRequest, within: limit)
                    _ = try await connection.send(HAPEndpoint.databaseRequest, within: limit)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", HAPMessageError.bodyTooLarge(limit: 8 << 20)),
        ("SSH-2.0-OpenSSH_9.2p1\r\n\r\n", .malformedStartLine),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .conflictingLengths),
    ])
    func brokenMessageIsATypedFailure(text: String, error: HAPMessageError) async throws {
        #expect(try await failure(answers: [bytes(text)]) == .badMessage(error))
    }

    @Test func connectionThatEndsInAMessageFails() async throws {
        #expect(try await failure(answers: []) == .closed)
        let half = bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        #expect(try await failure(answers: [half], closesAfterwards: true) == .closed)
    }

    @Test func answerWithoutARequestFails() throws {
        let inbox = AccessoryInbox()
        let answer = HAPResponse(kind: .response, status: 204, headers: [], body: [])
        _ = try inbox.expectAnswer()
        inbox.receive(answer)
        #expect(inbox.failure == nil)
        inbox.receive(answer)
        #expect(inbox.failure == .unexpectedAnswer)
    }

    /// A command that has timed out leaves its question unanswered; the connection must go on.
    @Test func cancelledCallerLeavesTheConnectionInOrder() async throws {
        let (asked, released) = (Reply(), Reply())
        let answers = [200, 204].map { bytes("HTTP/1.1 \($0) OK\r\nContent-Length: 0\r\n\r\n") }
        let pause: @Sendable () async -> Void = {
            asked.send()
            await released.wait()
        }
        let status = try await HostileAccessory.run(answers: answers, pause: pause) { address in
            try await AccessoryConnection.with(address, clock: ContinuousClock()) {
                connection throws(AccessoryFailure) in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try? await connection.send(HAPEndpoint.databaseRequest) }
                    await asked.wait()
                    group.cancelAll()
                    released.send()
                }
                return try await connection.send(HAPEndpoint.databaseRequest).response.status
            }
        }
        #expect(status == 204)
    }

    @Test func expiredRequestIsNotSent() async throws {
        let answer = bytes("HTTP/1.1 204 No Content\r\n\r\n")
        let failed = try await HostileAccessory.run(answers: [answer, answer]) { address -> AccessoryFailure? in
            try await AccessoryConnection.with(address, clock: ContinuousClock()) {
                connection throws(AccessoryFailure) in
                _ = try await connection.send(HAPEndpoint.databaseRequest)
                var failed: AccessoryFailure?
                do throws(AccessoryFailure) {
                    _ = try await connection.send(HAPEndpoint.databaseRequest) { false }
                } catch {
                    failed = error
                }
                // The connection goes on.
                _ = try await connection.send(HAPEndpoint.databaseRequest)
                return failed
            }
        }
        #expect(failed == .notSent(.expired))
    }

    @Test func manyEventsEndTheConnection() {
        let inbox = AccessoryInbox()
        for _ in 0..<2000 { inbox.receive(HAPResponse(kind: .event, status: 200, headers: [], body: [])) }
        #expect(inbox.failure == .tooManyEvents)
    }

    /// Every sender on the network could otherwise invent values.
    @Test func eventBeforeTheSessionFails() async throws {
        let event = bytes("EVENT/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        #expect(try await failure(answers: [event]) == .unexpectedAnswer)
    }

    @Test(arguments: ["", "HTTP/1.1 204 No Content\r\nX-Forged: "])
    func bytesBeforeTheKeysAreNoPartOfTheSession(injected: String) async throws {
        let answer = bytes("HTTP/1.1 204 No Content\r\n\r\n" + injected)
        let keys = SessionKeys(sharedSecret: SymmetricKey(size: .bits256), role: .controller)
        let failed = try await HostileAccessory.run(answers: [answer]) { address -> AccessoryFailure? in
            do throws(AccessoryFailure) {
                try await AccessoryConnection.with(address, clock: ContinuousClock()) {
                    connection throws(AccessoryFailure) in
                    _ = try await connection.send(HAPEndpoint.databaseRequest)
                    try await connection.encrypt(with: keys)
                }
                return nil
            } catch {
                return error
            }
        }
        #expect(failed == (injected.isEmpty ? nil : .unexpectedAnswer))
    }

    @Test func portWithoutAServerIsUnreachable() async throws {
        // Nothing listens there, and no other test will.
        let port = try FreePort()
        let address = AccessoryAddress(host: "127.0.0.1", port: port.number)
        do throws(AccessoryFailure) {
            try await AccessoryConnection.with(address, clock: ContinuousClock()) { _ throws(AccessoryFailure) in }
            Issue.record("The connection was made.")
        } catch {
            #expect(error == .unreachable)
        }
        withExtendedLifetime(port) {}
    }

    @Test func randomBytesAlwaysEndTheRequest() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("randomBytesAlwaysEndTheRequest: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let heads = [
            "", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "EVENT/1.0 200 OK\r\nContent-Length: 5\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ]
        for _ in 0..<60 {
            let answers = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                bytes(heads.randomElement(using: &random) ?? "")
                    + (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
                    }
            }
            let failed = try await failure(answers: answers, limit: .milliseconds(50))
            #expect(failed != .unreachable, "seed \(seed)")
        }
    }
}
