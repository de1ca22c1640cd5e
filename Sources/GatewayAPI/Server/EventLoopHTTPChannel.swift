import HummingbirdCore
import Logging
import NIOCore

/// Handles the requests of a connection on the thread that reads and writes it, because a switch to another thread and
/// back costs more than most requests. Blocking work has threads of its own.
struct EventLoopHTTPChannel<Base: HTTPChannelHandler>: HTTPChannelHandler {
    private let base: Base

    init(_ base: Base) { self.base = base }

    var responder: Responder { base.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(loop: value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs the jobs of tasks on one event loop.
private final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
