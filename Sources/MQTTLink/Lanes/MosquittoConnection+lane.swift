import GatewayCore
import Logging
import MosquittoTransport

extension MosquittoConnection {
    /// Opens the connection and passes its events to `handle` one by one until the task is cancelled; then closes it.
    ///
    /// Subscribing runs concurrently with the events: the messages that a subscription brings in must be read before
    /// the broker answers the remaining subscriptions.
    func runLane(
        _ label: String, subscriptions: Subscriptions, logger: Logger,
        handle: @Sendable (ConnectionEvent) async -> Void
    ) async {
        do throws(MosquittoError) {
            try open()
        } catch {
            logger.error("a lane cannot be opened", metadata: [LogKey.lane: "\(label)", LogKey.errorCode: "\(error)"])
            return
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await subscriptions.run() }
            for await event in events {
                await handle(event)
                switch event {
                case .connected:
                    logger.info("a lane is connected", metadata: [LogKey.lane: "\(label)"])
                    await subscriptions.connected()
                case .disconnected(let error):
                    logger.notice(
                        "a lane is disconnected", metadata: [LogKey.lane: "\(label)", LogKey.errorCode: "\(error)"])
                default: break
                }
            }
            await close()
            group.cancelAll()
        }
    }
}
