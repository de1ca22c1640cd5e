import ArgumentParser
import DeviceProtocols
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte devices setup`.
struct DevicesSetup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Let the gateway configure a new device on its own network.",
        discussion: HelpDiscussion.discussion(
            """
            The gateway asks the device at the address what it is, shows everything that it would set, and configures \
            it after you confirm. It can configure \(families) with an IPv4 address in the network of one of its own \
            interfaces. The device gets a password for the broker; the password crosses the local network unencrypted \
            this once, is valid for this device only, and is revoked if the setup fails. For other devices use tomte \
            devices provision, which prints the settings or writes them to files.
            """,
            commands: "tomte devices setup porch --address 192.168.1.50 --dry-run",
            "tomte devices setup porch --address 192.168.1.50",
            "tomte devices setup pump --address 192.168.1.51 --dialect tasmota --yes",
            "tomte devices setup porch --cancel"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: ArgumentHelp("Name of the device: a-z, 0-9 and hyphens.", valueName: "name"))
    var root: DeviceID

    @Option(help: ArgumentHelp("IPv4 address of the device.", valueName: "address"))
    var address: IPv4Address?

    @Option(help: ArgumentHelp("Port of the device's web server.", valueName: "port"))
    var port = SetupTarget.usualPort

    @Option(help: ArgumentHelp("Family of the device; without it each one is tried.", valueName: "family"))
    var dialect: DeviceFamily?

    @Flag(help: "Show the device and the settings, and change nothing.")
    var dryRun = false

    @Flag(help: "Cancel a setup that is running.")
    var cancel = false

    private static let families = DeviceFamilies.directlyConfigurable.map { $0.name.rawValue }
        .joined(separator: " and ")
    private static let interval = Duration.milliseconds(500)

    func validate() throws {
        if !cancel, address == nil { throw ValidationError("Give the address of the device: --address 192.168.1.50") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            guard !cancel, let address else {
                try await client.cancelSetup(root)
                return Console.output.line("The setup of \(root, .strong) is being cancelled.")
            }
            let question = SetupQuestionBody(address: address, port: Int(port), dialect: dialect)
            let answer = try await WaitingLine.show("waiting for the device") { () async throws(CLIError) in
                try await client.planSetup(root, body: question)
            }
            let plan = try answer.body()
            if dryRun { return try output.show(answer) { SetupPlanText($0).show(on: $1) } }
            if !output.isJSON { SetupPlanText(plan).show(on: .output) }
            try confirmation.confirm("Configure \(plan.name, .strong) like this?")
            let request = SetupRequestBody(
                address: plan.address, port: Int(plan.port), dialect: plan.dialect, mac: plan.mac)
            _ = try await client.beginSetup(root, body: request)
            let ended = try await follow(client)
            try output.show(ended) { SetupResultText($0).show(on: $1) }
            if try ended.body().outcome != .succeeded { throw .ended(.refused) }
        }
    }

    /// Waits for the end of the setup, and shows each step as it ends.
    private func follow(_ client: CLIClient) async throws(CLIError) -> CLIClient.Response<SetupBody> {
        var shown = 0
        while true {
            let answer = try await client.setup(root)
            let body = try answer.body()
            let done = body.steps.prefix { $0.state == .done }
            for step in done.dropFirst(shown) where !output.isJSON {
                Console.output.line("\("✓", .good) \(SetupResultText.text(of: step.step))")
            }
            shown = max(shown, done.count)
            if body.outcome != .running { return answer }
            try? await Task.sleep(for: Self.interval)
        }
    }
}

/// Shows what a setup would do.
private struct SetupPlanText {
    private let plan: SetupPlanBody

    init(_ plan: SetupPlanBody) { self.plan = plan }

    func show(on console: Console) {
        let facts = [plan.model, plan.firmware.map { "firmware \($0)" }].compactMap(\.self)
        console.line(
            "\(plan.name, .strong) at \(plan.address): \(([plan.dialect.rawValue] + facts).joined(separator: ", "))")
        console.line("  MAC address \(plan.mac.description)")
        if !plan.isAnnounced {
            console.prose(
                "The network does not announce this device by mDNS. Compare the MAC address with its label.",
                after: "  ! ")
        }
        console.line()
        console.line("The gateway sets:")
        for setting in plan.settings { console.line("  \(setting.name): \(value(of: setting))") }
        console.line()
        console.prose(
            "The password crosses the local network unencrypted this once. It is valid for this device only, and is revoked if the setup fails.",
            after: "! ")
    }

    private func value(of setting: SetupSettingBody) -> String {
        switch setting.kind {
        case .text: setting.value ?? ""
        case .password: "a new password"
        case .authority: "the certificate authority of this home"
        case .keyFingerprint: "the fingerprint of this home's broker"
        }
    }
}

/// Shows how a setup ended.
private struct SetupResultText {
    private let body: SetupBody

    init(_ body: SetupBody) { self.body = body }

    func show(on console: Console) {
        guard let failure = body.failure else {
            console.line("\("✓", .good) \(body.root, .strong) is connected.")
            return console.prose("Adopt it: tomte devices list --discovered", after: "→ ")
        }
        console.prose(failure.detail, after: "✗ ")
        guard body.steps.contains(where: { $0.step == .credential && $0.state != .waiting }) else { return }
        console.prose(
            failure.isRevoked
                ? "Its credential is not valid any more."
                : "Its credential could not be revoked everywhere yet; the gateway tries again.",
            after: "  ")
    }

    static func text(of step: SetupProgressBody.Step) -> String {
        switch step {
        case .identity: "The device is the expected one."
        case .credential: "Its credential exists."
        case .settings: "The settings are written."
        case .restart: "The device restarts."
        case .connection: "The device has connected."
        }
    }
}
