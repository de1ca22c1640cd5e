// This import provides `pthread_attr_t`, because Concurrency imports Dispatch.
import CDispatch
import Glibc

/// Starts the one thread on which every call into the library is made.
enum LoopThread {
    /// The function of the thread, passed to it as a pointer.
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a detached thread. Throws `.outOfMemory` when the system cannot start one.
    static func start(_ body: @escaping @Sendable () -> Void) throws(MosquittoError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if failure != 0 {
            context.release()
            throw .outOfMemory
        }
    }
}
