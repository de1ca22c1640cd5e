/// Keeps the tasks and continuations of killed runs forever. They never resume, and the runtime would report a continuation
/// that is released without a resumption.
enum RetainedObjects {
    private static let objects = MutexBox<[any Sendable]>([])
    static func retain(_ object: any Sendable) { objects.withLock { $0.append(object) } }
}
