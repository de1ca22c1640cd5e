import GatewayCore
import HomeModel

/// A command that is not sent, and why.
struct RefusedCommand: PreparedCommand {
    let expectedReport: ExpectedReport
    let reason: LinkError

    init(to value: CapabilityValue, because reason: LinkError) {
        expectedReport = ExpectedReport(value: value, confirmationMode: .none)
        self.reason = reason
    }

    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        throw reason
    }

    func queryState(expiringIn remaining: Duration) async throws(LinkError) { throw .notExpressible }
}
