/// An asynchronous lock: one task at a time has it, in the order of their requests.
actor AsyncLock {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func lock() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func unlock() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
