import MatterProtocol
import MatterTransport

/// Something that happens on a node at a time.
enum Deadline: Hashable, Sendable {
    case failSafe
    case window
    case identify(UInt16)
    case movement(UInt16)
    case docking(UInt16)
    case subscription(UInt32)
    case handshake(UInt64)
}

extension NodeServer {
    /// Does what is due, each at its time, until cancelled.
    func keepTime() async {
        while !Task.isCancelled {
            let (wakeUps, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let end = deadlines.values.min()
            pause = (end, wake)
            await sleep(until: end, orUntil: wakeUps)
            pause = nil
            await performDue(at: .now)
        }
    }

    private nonisolated func sleep(until end: ContinuousClock.Instant?, orUntil wakeUps: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in wakeUps { return } }
            if let end {
                group.addTask { [clock] in
                    try? await clock.sleep(for: max(.zero, ContinuousClock.now.duration(to: end)))
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Sets when something happens; nil if it does not.
    func schedule(_ deadline: Deadline, at instant: ContinuousClock.Instant?) {
        deadlines[deadline] = instant
        guard let instant, let pause, pause.end.map({ instant < $0 }) ?? true else { return }
        pause.wake.yield()
    }

    private func performDue(at now: ContinuousClock.Instant) async {
        for deadline in deadlines.filter({ $0.value <= now }).keys {
            deadlines[deadline] = nil
            switch deadline {
            case .failSafe: await expireFailSafe()
            case .window: closeWindow()
            case .identify(let endpoint): countIdentifyTime(of: endpoint)
            case .movement(let endpoint): moveCovering(of: endpoint)
            case .docking(let endpoint): dockVacuum(of: endpoint)
            case .subscription(let id): requestReport(of: id)
            case .handshake(let id): await handshakes[id]?.end(.timedOut)
            }
        }
    }
}
