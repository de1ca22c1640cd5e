import CMosquitto
import Glibc

/// An eventfd that ends the loop thread's `poll`.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() throws(MosquittoError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { throw .outOfMemory }
    }

    deinit {
        close(descriptor)
    }

    func signal() {
        _ = eventfd_write(descriptor, 1)
    }

    func clear() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
