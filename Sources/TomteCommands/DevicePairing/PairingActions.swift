import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// What the subcommands of each protocol do with its pairings in the same way.
struct PairingActions: Sendable {
    let kind: PairableProtocol
    let client: CLIClient

    /// Shows the paired devices, and as text also those that are only announced.
    func list(_ output: OutputOptions) async throws(CLIError) {
        let (pairings, console) = (try await client.pairings(of: kind), Console.output)
        if output.isJSON { return console.json(try Self.json(pairings)) }
        let others = try await client.announced(of: kind)
        console.lines(
            PairingListing(kind: kind, now: Timestamp(Date())).lines(
                pairings, others: others, limit: console.terminal.lineLimit))
    }

    /// In the format of the gateway's own responses.
    private static func json(_ pairings: [DevicePairingBody]) throws(CLIError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(pairings)) } catch { throw .unreadableAnswer("\(error)") }
    }

    func identify(_ text: String, output: OutputOptions) async throws(CLIError) {
        let found = try await client.resolvePairable(text, of: kind, includesDevices: true)
        switch found {
        case .announced where kind == .matter:
            throw .invalid("“\(found.name)” shows where it is only after it is paired: \(kind.pairCommand) \(found.id)")
        case .paired(let pairing): try await client.identifyPaired(pairing.id)
        case .announced(let service): try await client.identifyDiscovered(service.id)
        case .device(let device): try await client.identify(device.id)
        }
        output.done { $0.line("\("✓", .good) \(found.name, .strong) was asked to show where it is.") }
    }

    func remove(
        _ text: String, discarding: Bool, confirmation: ConfirmationOptions, output: OutputOptions
    ) async throws(CLIError) {
        let pairing = try await client.resolvePairing(text, of: kind)
        let loss = discarding ? " Its keys are deleted even if it is not reached." : ""
        try confirmation.confirm("Remove the pairing with \(pairing.name, .strong) (\(pairing.id))?\(loss)")
        let answer = try await WaitingLine.show("waiting for the \(kind.noun)") { () async throws(CLIError) in
            try await client.unpair(pairing.id, discarding: discarding)
        }
        guard answer.status == 202 else {
            return output.done { $0.line("\("✓", .good) The pairing with \(pairing.name, .strong) was removed.") }
        }
        try output.show(answer) { kept, console in
            console.prose(
                "“\(kept.name)” was not reached. The gateway removes the pairing as soon as it sees the \(kind.noun). If "
                    + "the \(kind.noun) does not come back: \(kind.removeCommand) \(kept.id) --discard",
                after: "\("!", .warning) ")
        }
    }

    func controllers(_ text: String, output: OutputOptions) async throws(CLIError) {
        let pairing = try await client.resolvePairing(text, of: kind)
        try output.show(try await client.controllers(of: pairing.id)) { controllers, console in
            console.table(ControllerTable.table(controllers))
        }
    }

    /// Ends the right of another controller, which it names by its identifier.
    func unshare(
        _ pairing: DevicePairingBody, from identifier: String, confirmation: ConfirmationOptions, output: OutputOptions
    ) async throws(CLIError) {
        let controllers = try await client.controllers(of: pairing.id).body()
        guard let controller = controllers.first(where: { $0.identifier == identifier }) else {
            throw .invalid(
                "“\(pairing.name)” has no controller “\(EscapedText(identifier, limit: 64))”; "
                    + "\(kind.controllersCommand) \(pairing.id) shows all.")
        }
        guard !controller.isOwn else {
            throw .invalid("This is the gateway itself. To end its pairing: \(kind.removeCommand) \(pairing.id)")
        }
        let shown = controller.name ?? controller.identifier
        try confirmation.confirm("End the right of \(shown, .strong) to command \(pairing.name, .strong)?")
        try await client.unshare(pairing.id, from: controller.identifier)
        output.done { $0.line("\("✓", .good) \(shown, .strong) may not command \(pairing.name) any more.") }
    }
}

/// The controllers of a device, one line each.
enum ControllerTable {
    static func table(_ controllers: [DeviceControllerBody]) -> Table {
        let hasNames = controllers.contains { $0.name != nil }
        var table = Table(
            [Table.Column("IDENTIFIER", isNeverTruncated: true)] + (hasNames ? [Table.Column("NAME")] : [])
                + [Table.Column("MAY"), Table.Column("")])
        for controller in controllers {
            let name = hasNames ? [StyledText(controller.name ?? "")] : []
            table.add(
                [StyledText(controller.identifier)] + name + [
                    StyledText(controller.isAdministrator ? "command, and add controllers" : "command"),
                    controller.isOwn ? StyledText("this gateway", style: .good) : "",
                ])
        }
        return table
    }
}
