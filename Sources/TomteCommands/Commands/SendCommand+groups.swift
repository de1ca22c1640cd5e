import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Commands to rooms, to the home or to several devices.
extension SendCommand {
    /// A device with the id or name `home`, which scripts may have named before there were commands to the home.
    func deviceCalledHome(_ client: CLIClient) async throws(CLIError) -> DeviceArgument? {
        guard purposes.isEmpty, !includesGuarded, let device = DeviceArgument(argument: SendTarget.homeWord) else {
            return nil
        }
        do throws(CLIError) {
            _ = try await client.resolve(device)
            return device
        } catch {
            guard case .notFound = error else { throw error }
            return nil
        }
    }

    func sendGroup(
        _ targets: GroupTargetsBody, title: String, client: CLIClient
    ) async throws(CLIError) {
        let name = isStop ? CapabilityName(.movement) : CapabilityName(capability)
        guard let name else {
            throw .invalid("There is no capability “\(EscapedText(capability, limit: 64))”; try switch or brightness.")
        }
        let (facts, text) = (name.kind.facts, value ?? CommandTarget.stopped)
        let newValue = try ValueArgument.read(text, as: facts.valueType, unit: facts.unit?.rawValue)
        let travels = name.kind.travels && newValue != .text(CommandTarget.stopped)
        let sending = GroupSending(
            client: client,
            body: GroupCommandBody(
                targets: targets, purposes: purposes.isEmpty ? nil : purposes, capability: name, value: newValue,
                includesGuarded: includesGuarded ? true : nil, idempotencyKey: key ?? CommandID.random().rawValue,
                deadlineSeconds: deadlineSeconds),
            title: title, limit: .seconds(deadlineSeconds ?? Self.defaultDeadlineSeconds) + Self.grace,
            movement: travels ? Self.longestMovement : .zero)
        let answer = try await sending.outcome()
        let status = ExitStatus(try answer.body())
        let names = output.isJSON ? [:] : await client.deviceNames()
        try output.show(answer) { record, console in
            let text = GroupText(record, title: title, names: names)
            console.table(text.table)
            (status == .done ? console : Console.errors).prose(
                text.sentence, after: "\(GroupText.mark(record.outcome)) ")
        }
        if status != .done { throw .ended(status) }
    }
}
