import Foundation
package import HomeModel
package import SimulatedHome

/// Runs simulated devices for the time of `body`; afterwards they disconnect cleanly, or abruptly when `body` throws.
package func withDevices(
    of scenario: Scenario, in home: HomeUnderTest, publishLog: PublishLog? = nil,
    now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }, _ body: (SimulatedHome) async throws -> Void
) async throws {
    let devices = home.simulate(scenario, publishLog: publishLog, now: now)
    async let life: Void = devices.run()
    do {
        try await body(devices)
    } catch {
        await devices.stop(abruptly: true)
        try? await life
        throw error
    }
    await devices.stop()
    try await life
}
