import ServiceLifecycle

/// Reports to the service manager while the gateway runs: that it serves its home, that its parts answer, and that it
/// stops.
struct ManagedService: Service {
    let manager: ServiceManager
    /// Nil when the service manager has no watchdog for this process.
    let watchdog: Watchdog?
    /// Returns when the gateway is ready, or the task is cancelled.
    let waitUntilReady: @Sendable () async -> Void

    func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await waitUntilReady()
                if !Task.isCancelled { manager.send(.ready, .status("The gateway serves its home.")) }
            }
            if let watchdog { group.addTask { await watchdog.run() } }
            // Returns when the gateway is shut down, or throws when the task is cancelled.
            try? await gracefulShutdown()
            manager.send(.stopping, .status("The gateway stops."))
            group.cancelAll()
        }
    }
}
