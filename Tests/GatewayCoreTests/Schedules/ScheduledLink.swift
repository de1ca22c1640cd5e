import HomeModel
import HomeStorage

@testable import GatewayCore

/// The link between one run of the gateway and the network of a schedule.
struct ScheduledLink: DeviceLink {
    let kinds: Set<LinkKind> = [.homie5]
    let network: ScheduledNetwork
    let confirmationMode: ConfirmationMode
    let isQueryable: Bool

    func expectation(of command: ValidCommand) async -> ExpectedReport? {
        ExpectedReport(value: command.value, confirmationMode: confirmationMode)
    }

    func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError) {
        let valid = command.command
        try network.send(.command(valid.request.id, valid.request.series, valid.value))
    }

    func query(about command: ValidCommand, expiringIn remaining: Duration) async throws(LinkError) {
        guard isQueryable else { throw .notExpressible }
        try network.send(.query(command.request.series))
    }

    func clear(_ topic: String) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}
}
