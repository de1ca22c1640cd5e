import GatewayCore
import Logging
import MosquittoTransport

extension MosquittoConnection {
    /// Opens the connection and hands its events over one by one until the task is cancelled; then closes it.
    ///
    /// `subscribe` runs beside the events: what it brings in must be read before the broker answers the rest of it.
    func runLane(
        label: String, logger: Logger, subscribe: @escaping @Sendable () async -> Void,
        handle: @Sendable (ConnectionEvent) async -> Void
    ) async {
        do throws(MosquittoError) {
            try open()
        } catch {
            logger.error("a lane cannot be opened", metadata: [LogKey.lane: "\(label)", LogKey.errorCode: "\(error)"])
            return
        }
        await withDiscardingTaskGroup { group in
            for await event in events {
                await handle(event)
                switch event {
                case .connected:
                    logger.info("a lane is connected", metadata: [LogKey.lane: "\(label)"])
                    group.addTask { await subscribe() }
                case .disconnected(let error):
                    logger.notice("a lane is disconnected", metadata: [LogKey.lane: "\(label)", LogKey.errorCode: "\(error)"])
                default: break
                }
            }
            await close()
        }
    }

    /// Subscribes and unsubscribes. A failure is logged: the next connect makes all subscriptions anew.
    func apply(_ change: TopicChanges.Change, logger: Logger) async {
        do throws(MosquittoError) {
            try await subscribe(change.added.map { Subscription(topicFilter: $0) })
            try await unsubscribe(change.removed)
        } catch {
            logger.notice("subscriptions could not be changed", metadata: [LogKey.errorCode: "\(error)"])
        }
    }
}
