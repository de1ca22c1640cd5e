import HummingbirdCore
import Logging
import NIOCore

/// Answers the requests of a connection on the thread that reads and writes it: handing each to another thread and back
/// costs more than most answers. What blocks has threads of its own.
struct OnEventLoop<Base: HTTPChannelHandler>: HTTPChannelHandler {
    private let base: Base

    init(_ base: Base) { self.base = base }

    var responder: Responder { base.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
