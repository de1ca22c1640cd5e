import MosquittoTransport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ReconnectTests {
    @Test func connectionReturnsAfterTheBrokerWasKilled() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                for _ in 1...3 {
                    broker.kill()
                    let error = try await events.disconnected()
                    #expect(error == .connectionLost)
                    await #expect(throws: MosquittoError.notConnected) {
                        try await connection.publish(Publication("ada/lamp", text: "on"))
                    }
                    try await broker.start()
                    #expect(try await events.connected() == false)
                    try await connection.publish(Publication("ada/lamp", text: "on"))
                }
            }
        }
    }

    @Test func failedPublishIsNotSentLater() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            settings.sessionExpirySeconds = 3600
            settings.acknowledgement = .afterRelease(batchMessages: 1)
            try await withConnection(broker.settings("ada", clientID: "witness")) { observer, observerEvents in
                try await observerEvents.connected()
                try await observer.subscribe([Subscription(topicFilter: "ada/lamp")])
                try await withConnection(settings) { connection, events in
                    try await events.connected()
                    try await connection.subscribe([Subscription(topicFilter: "ada/in")])
                    try await observer.publish(Publication("ada/in", text: "unreleased"))
                    _ = try await events.batch()
                    // The publish waits behind the batch, so no part of it is in transit when the connection is cut.
                    let answer = Task { try await connection.publish(Publication("ada/lamp", text: "late")) }
                    connection.reconnect()
                    try await events.connected()
                    connection.releaseAcknowledgements(through: try await events.batch().number)
                    let result = await answer.result
                    try await connection.publish(Publication("ada/lamp", text: "next"))
                    var texts: [String] = []
                    while texts.last != "next" { texts += try await observerEvents.messages(1).map(\.text) }
                    let wasAccepted = (try? result.get()) != nil
                    #expect(texts == (wasAccepted ? ["late", "next"] : ["next"]))
                }
            }
        }
    }

    @Test func pausedConnectionStaysClosedUntilResume() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            settings.sessionExpirySeconds = 3600
            try await withConnection(settings) { connection, events in
                #expect(try await events.connected() == false)
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
                connection.pause()
                let error = try await events.disconnected()
                #expect(error == .dropped)
                connection.reconnect()
                try await withConnection(broker.settings("ada", clientID: "other")) { other, otherEvents in
                    try await otherEvents.connected()
                    try await other.publish(Publication("ada/lamp", text: "while away"))
                }
                await #expect(throws: MosquittoError.notConnected) {
                    try await connection.publish(Publication("ada/lamp", text: "x"))
                }
                connection.resume()
                #expect(try await events.connected())
                #expect(try await events.messages(1).map(\.text) == ["while away"])
            }
        }
    }

    @Test func takenOverConnectionIsClosedAndReconnects() async throws {
        try await BrokerProcess.run { broker in
            let settings = try broker.settings("ada")
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try await withConnection(settings) { second, secondEvents in
                    try await secondEvents.connected()
                    let error = try await events.disconnected()
                    // mosquitto 2.0.11 only closes the connection; other versions send the reason.
                    #expect(error == .connectionLost || error == .sessionTakenOver)
                }
                try await events.connected()
            }
        }
    }

    @Test func connectionReturnsAfterTheBrokerWasStopped() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                broker.stop()
                let error = try await events.disconnected()
                #expect(error == .protocolViolation || error == .connectionLost)
                try await broker.start()
                try await events.connected()
            }
        }
    }

    @Test func willIsSentWhenTheConnectionBreaksAndNotWhenItIsClosed() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada", clientID: "mortal")
            settings.acknowledgement = .afterRelease(batchMessages: 1)
            settings.will = Publication(
                topic: "ada/state", payload: Array("lost".utf8), userProperties: [UserProperty(name: "a", value: "b")])
            try await withConnection(broker.settings("ada")) { observer, events in
                try await events.connected()
                try await observer.subscribe([Subscription(topicFilter: "ada/state")])
                try await withConnection(settings) { _, connectionEvents in try await connectionEvents.connected() }
                try await withConnection(settings) { connection, connectionEvents in
                    try await connectionEvents.connected()
                    try await connection.subscribe([Subscription(topicFilter: "ada/in")])
                    try await observer.publish(Publication("ada/in", text: "unreleased"))
                    _ = try await connectionEvents.batch()
                }
                let messages = try await events.messages(1)
                #expect(messages.map(\.text) == ["lost"])
                #expect(messages.first?.userProperties == [UserProperty(name: "a", value: "b")])

                try await withConnection(settings) { connection, connectionEvents in
                    try await connectionEvents.connected()
                    connection.cut()
                    #expect(try await events.messages(1).map(\.text) == ["lost"])
                    connection.resume()
                    try await connectionEvents.connected()
                }
            }
        }
    }

    @Test func portWithoutAListenerIsUnreachable() async throws {
        try await BrokerProcess.run { broker in
            let settings = try broker.settings("ada")
            broker.kill()
            try await withConnection(settings) { _, events in
                for _ in 1...3 {
                    guard case .disconnected(.unreachable) = try await events.next() else {
                        Issue.record("expected .unreachable")
                        return
                    }
                }
            }
        }
    }

    @Test func unknownHostIsReported() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            settings.host = "no-such-host.invalid"
            try await withConnection(settings) { _, events in
                let error = try await events.disconnected()
                #expect(error == .hostNotFound)
            }
        }
    }
}
