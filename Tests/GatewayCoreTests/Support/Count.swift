import Synchronization

/// A counter that concurrent tasks may increment.
final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .acquiring) }

    func add() { number.add(1, ordering: .releasing) }
}
