import Concurrency
import HomeKitProtocol
import SeededRandom
import Testing

@testable import HomeKitLink

/// Whatever an accessory sends, a request ends with an answer or with a typed failure, and the connection is closed.
@Suite(.timeLimit(.minutes(5))) struct HostileAccessoryTests {
    private func failure(answers: [[UInt8]], limit: Duration = .seconds(60)) async throws -> AccessoryFailure? {
        try await HostileAccessory.run(answers: answers) { address in
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
        #expect(try await failure(answers: [half], limit: .milliseconds(200)) == .timedOut)
    }

    @Test func answerWithoutARequestFails() async throws {
        let twice = bytes("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
        let failed = try await failure(answers: [twice])
        // The second answer arrives before the second request, or in its place.
        #expect(failed == .unexpectedAnswer || failed == nil)
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

    @Test func manyEventsEndTheConnection() async throws {
        let events = (0..<2000).flatMap { _ in bytes("EVENT/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
        #expect(try await failure(answers: [events]) == .tooManyEvents)
    }

    @Test func portWithoutAServerIsUnreachable() async throws {
        let address = try await HostileAccessory.run(answers: []) { $0 }
        do throws(AccessoryFailure) {
            try await AccessoryConnection.with(address, clock: ContinuousClock()) { _ throws(AccessoryFailure) in }
            Issue.record("The connection was made.")
        } catch {
            #expect(error == .unreachable)
        }
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
