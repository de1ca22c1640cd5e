import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte devices list`.
struct DevicesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the home's devices, or the discovered devices.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte devices list", "tomte devices list --discovered", "tomte devices list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "List discovered devices, which have announced themselves and are not adopted.")
    var discovered = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let now = Timestamp(Date())
            if discovered {
                try output.show(try await client.discovered()) { devices, console in
                    console.lines(DiscoveredListing(now: now).lines(devices, limit: console.terminal.lineLimit))
                }
            } else {
                let answer = try await client.devices()
                let nothing = try await answer.body().isEmpty && !output.isJSON ? Self.nothing(for: client) : ""
                try output.show(answer) { devices, console in
                    if devices.isEmpty {
                        console.line("\(nothing)")
                    } else {
                        console.table(DeviceTable.table(devices))
                        console.lines(DeviceTable.questions(devices, limit: console.terminal.lineLimit))
                    }
                }
            }
        }
    }

    /// The message for an empty list, which depends on the permissions of the caller.
    private static func nothing(for client: CLIClient) async throws(CLIError) -> String {
        try await client.home().body().permissions.contains(.addDevices)
            ? "There are no devices yet; tomte devices list --discovered shows discovered devices."
            : "There is no device that you may see now. An owner or admin can grant you permissions."
    }
}

/// The discovered devices, a few lines each.
struct DiscoveredListing {
    let now: Timestamp

    func lines(_ devices: [DiscoveredBody], limit: Int?) -> [StyledText] {
        if devices.isEmpty { return ["There are no discovered devices."] }
        return devices.enumerated().flatMap { index, device in
            (index > 0 ? [""] : []) + lines(device, limit: limit)
        }
    }

    private func lines(_ device: DiscoveredBody, limit: Int?) -> [StyledText] {
        var lines: [StyledText] = ["\(device.id)  \(device.name, .strong)"]
        func detail(_ text: String) { lines += WordWrap.lines(text, after: "  ", limit: limit) }
        detail(facts(device).joined(separator: " · "))
        if !device.addresses.isEmpty { detail(device.addresses.joined(separator: ", ")) }
        detail(
            "first seen \(RelativeTime.text(device.firstSeen, now: now)), "
                + "last seen \(RelativeTime.text(device.lastSeen, now: now))")
        if device.dialects.count > 1 {
            detail("other dialects: \(device.dialects.dropFirst().map(\.rawValue).joined(separator: ", ")) (--dialect)")
        }
        if !device.others.isEmpty { detail("not supported: \(device.others.joined(separator: "; "))") }
        if !device.rivals.isEmpty {
            lines += WordWrap.lines(
                "claims the same hardware as \(device.rivals.joined(separator: ", ")); one of them may be an impostor",
                after: "  ", style: .warning, limit: limit)
        }
        if device.isAdoptable {
            lines += WordWrap.lines(adoption(device), after: "  → ", limit: limit)
        } else if let setup = device.setup {
            let port = setup.port == SetupTarget.usualPort ? "" : " --port \(setup.port)"
            lines += WordWrap.lines(
                "tomte devices setup NAME --address \(setup.address)\(port)", after: "  → ", limit: limit)
        } else if device.pairing != nil {
            lines += PairingListing.offer(device, limit: limit)
        } else {
            lines += WordWrap.lines(obstacle(device), after: "  ", style: .faint, limit: limit)
        }
        return lines
    }

    private func facts(_ device: DiscoveredBody) -> [String] {
        let maker = [device.manufacturer, device.model].compactMap(\.self).joined(separator: " ")
        return [
            device.link, maker.isEmpty ? nil : maker, device.category,
            device.isPaired.map { $0 ? "paired" : "not paired" }, device.availability?.rawValue,
        ].compactMap(\.self)
    }

    private func obstacle(_ device: DiscoveredBody) -> String {
        switch device.link {
        case ServiceKind.homeKitThread.serviceType:
            "Tomte does not support HomeKit over Thread; if the device supports Matter, that may be the way"
        case ServiceKind.matterCommissionable.serviceType:
            "accepts no code now; share it from the app that has it, or start pairing on the device"
        default: "Tomte cannot adopt this device yet"
        }
    }

    private func adoption(_ device: DiscoveredBody) -> String {
        let asked = device.asksForPurpose.map { " --purpose \($0)=\(device.suggestedPurposes[$0]?.rawValue ?? "…")" }
            .joined()
        return "tomte devices adopt \(device.id)\(asked)"
    }
}
