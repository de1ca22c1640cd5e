import MosquittoTransport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ClosingTests {
    private func publishFromAnotherConnection(_ broker: BrokerProcess) async throws {
        try await withConnection(broker.settings("ada", clientID: "other")) { other, events in
            try await events.connected()
            try await other.publish(Publication("ada/first", text: "x"))
        }
    }

    @Test func closeEndsWaitingPublishesAndEvents() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            settings.acknowledgement = .afterRelease(batchMessages: 1)
            let connection = try MosquittoConnection(settings)
            var events = EventReader(connection)
            try connection.open()
            try await events.connected()
            try await connection.subscribe([Subscription(topicFilter: "ada/#")])
            try await publishFromAnotherConnection(broker)
            _ = try await events.batch()

            // These publishes wait behind the unreleased batch.
            let waiting = (0..<20).map { index in
                Task { try await connection.publish(Publication("ada/n", text: "\(index)")) }
            }
            async let closing: Void = connection.close()
            for task in waiting {
                let error = await #expect(throws: MosquittoError.self) { try await task.value }
                #expect(error == .closed || error == .notConnected)
            }
            await closing
            await connection.close()
            while (try? await events.next()) != nil {}
            await #expect(throws: MosquittoError.closed) {
                try await connection.publish(Publication("ada/n", text: "too late"))
            }
        }
    }

    @Test func closeBeforeOpenEndsTheEvents() async throws {
        try await BrokerProcess.run { broker in
            let connection = try MosquittoConnection(broker.settings("ada"))
            await connection.close()
            var events = EventReader(connection)
            await #expect(throws: EventsEnded.self) { _ = try await events.next() }
        }
    }

    @Test func deallocatedConnectionEndsItsEvents() async throws {
        try await BrokerProcess.run { broker in
            var connection: MosquittoConnection? = try MosquittoConnection(broker.settings("ada"))
            var events = try EventReader(#require(connection))
            try connection?.open()
            try await events.connected()
            connection = nil
            while (try? await events.next()) != nil {}
        }
    }

    @Test func cancellingAPublishEndsItsWait() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            settings.acknowledgement = .afterRelease(batchMessages: 1)
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
                try await publishFromAnotherConnection(broker)
                _ = try await events.batch()
                let publish = Task { try await connection.publish(Publication("ada/n", text: "never")) }
                publish.cancel()
                await #expect(throws: MosquittoError.cancelled) { try await publish.value }
            }
        }
    }

    @Test func cancellingTheConsumerEndsOnlyItsSequence() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                let consumer = Task { for await _ in connection.events {} }
                consumer.cancel()
                await consumer.value
                try await connection.publish(Publication("ada/n", text: "still open"))
            }
        }
    }

    @Test func concurrentOpensAndClosesLeaveNoTaskWaiting() async throws {
        try await BrokerProcess.run { broker in
            let settings = try broker.settings("ada")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<24 {
                    group.addTask {
                        var settings = settings
                        settings.clientID = "ada-\(index)"
                        let connection = try MosquittoConnection(settings)
                        try connection.open()
                        if index % 2 == 0 {
                            var events = EventReader(connection)
                            try await events.connected()
                            try await connection.publish(Publication("ada/\(index)", text: "x"))
                        }
                        await connection.close()
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
