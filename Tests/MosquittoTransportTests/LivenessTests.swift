import Concurrency
import Synchronization
import Testing

@testable import MosquittoTransport

/// A supervisor asks whether the loop thread and the consumer of a connection still take turns.
@Suite(.timeLimit(.minutes(15)))
struct LivenessTests {
    @Test func threadAnswersWhileItIsConnected() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada", clientID: "ada")) { connection, events in
                try await events.connected()
                for _ in 0..<3 { await connection.nextIteration() }
            }
        }
    }

    /// No broker listens there: the thread connects, fails and waits, again and again.
    @Test func threadAnswersWhileTheBrokerIsAway() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada", clientID: "ada")
            settings.port = 1
            let connection = try MosquittoConnection(settings)
            try connection.open()
            for _ in 0..<5 { await connection.nextIteration() }
            await connection.close()
            await connection.nextIteration()
        }
    }

    @Test func threadThatConnectsCountsAsAlive() async throws {
        let requests = RequestQueue(wakeUp: try WakeUp())
        async let asked: Void = requests.nextIteration()
        while requests.pendingReplies == 0 { await Task.yield() }
        try requests.whileConnecting {}
        await asked
        #expect(requests.pendingReplies == 0)
    }

    @Test func hungThreadDoesNotAnswer() async throws {
        let requests = RequestQueue(wakeUp: try WakeUp())
        let isAnswered = Mutex(false)
        let task = Task {
            await requests.nextIteration()
            isAnswered.withLock { $0 = !Task.isCancelled }
        }
        while requests.pendingReplies == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(!isAnswered.withLock { $0 })
    }

    @Test func consumerAnswersWhenItAsksForTheNextEvent() async throws {
        let queue = EventQueue(limit: EventQueueLimit(messages: 10), wakeUp: try WakeUp())
        queue.append(.disconnected(.dropped))
        queue.append(.connected(sessionPresent: true))
        let isAnswered = Mutex(false)
        let asked = Task {
            await queue.nextConsumption()
            isAnswered.withLock { $0 = true }
        }
        while queue.pendingReplies == 0 { await Task.yield() }
        _ = await queue.next()
        _ = await queue.next()
        // The consumer has taken both events, and may hang in the second one.
        #expect(queue.pendingReplies == 1 && !isAnswered.withLock { $0 })
        let waiting = Task { await queue.next() }
        await asked.value
        #expect(isAnswered.withLock { $0 })
        queue.finish()
        _ = await waiting.value
        await queue.nextConsumption()
    }

    @Test func waitingConsumerAnswersAtOnce() async throws {
        let queue = EventQueue(limit: EventQueueLimit(messages: 10), wakeUp: try WakeUp())
        let waiting = Task { await queue.next() }
        await queue.nextConsumption()
        queue.finish()
        _ = await waiting.value
    }
}
