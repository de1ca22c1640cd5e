import Foundation
package import HomeModel
package import SimulatedHome

/// Runs simulated devices for the time of `body`; then they say goodbye.
package func withDevices(
    of scenario: Scenario, in home: HomeUnderTest, ledger: PublishLedger? = nil,
    now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }, _ body: (SimulatedHome) async throws -> Void
) async throws {
    let devices = home.simulate(scenario, ledger: ledger, now: now)
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
