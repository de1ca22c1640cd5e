import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte homekit pair`.
struct HomeKitPair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair with a HomeKit accessory by the code that is printed on it.",
        discussion: HelpDiscussion.discussion(
            """
            The code is asked for and not shown; without a terminal it is read from the first line of standard input. \
            It is XXX-XX-XXX, its eight digits, or the text of the QR code, which begins with X-HM://. The label of the \
            accessory, its manual or its display shows it. The gateway does not store it.

            The accessory counts wrong codes: after some of them it accepts no more until it is restarted or reset. \
            Without ACCESSORY, the one that can be paired is taken, or you choose one. Its devices are adopted \
            afterwards. An accessory that was reset is paired again in the same way; its devices in the home stay.
            """,
            commands: "tomte homekit pair", "tomte homekit pair \"Desk lamp\""))

    /// How often, and how long at most, the devices of a new pairing are asked for.
    private static let interval = Duration.milliseconds(500)
    private static let attempts = 20

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the accessory.")
    var accessory: String?

    /// Taken only to say why a code does not belong here.
    @Argument(help: .hidden)
    var surplus: String?

    func validate() throws {
        if [accessory, surplus].compactMap(\.self).contains(where: SetupCodeText.looksLikeCode) {
            throw ValidationError(
                """
                The code is no argument: other users of this machine can see arguments, and the shell stores them. \
                Leave it out; it is asked for, or read from standard input.
                """)
        }
        if surplus != nil { throw ValidationError("Give one accessory; a name with spaces needs quotes.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await chosen(client)
            switch found {
            case .announced(let service) where service.pairing == .elsewhere:
                throw .invalid(
                    "“\(found.name)” is paired with another controller. Remove it there, for example in Apple Home, or "
                        + "reset it to its factory settings; then pair it again.")
            case .paired(let pairing) where !pairing.canBePairedAgain:
                throw .invalid(
                    pairing.state == .paired
                        ? "“\(found.name)” is paired with this gateway already; tomte homekit list shows its state."
                        : "The pairing with “\(found.name)” is still being removed; tomte homekit list shows its state."
                )
            default: break
            }
            if !output.isJSON { Console.output.line("Pairing with \(found.name, .strong) (\(found.id)).") }
            guard let code = SecretPrompt.ask("Code of the accessory (XXX-XX-XXX):"), !code.isEmpty else {
                throw .usage("No code was given, so nothing was paired.")
            }
            let answer = try await WaitingLine.show("pairing") { () async throws(CLIError) in
                try await client.pair(found.id, code: DevicePairingCodeBody(code: code))
            }
            let shown = output.isJSON ? nil : try await withDevices(answer.body(), client: client)
            try output.show(answer) { pairing, console in
                console.line("\("✓", .good) \(pairing.name, .strong) is paired.")
                console.lines(AccessoryListing.adoption(shown ?? pairing, limit: console.terminal.lineLimit))
            }
        }
    }

    private func chosen(_ client: CLIClient) async throws(CLIError) -> NamedAccessory {
        if let accessory { return try await client.resolveAccessory(accessory) }
        let free = try await client.discovered().body().filter { $0.pairing == .available }
        guard let first = free.first else {
            throw .invalid(
                "No HomeKit accessory that can be paired is announced. Check that it has power, is on this network, and "
                    + "is not paired with another controller; tomte homekit list shows what is announced.")
        }
        guard free.count > 1 else { return .announced(first) }
        for one in free where !output.isJSON { Console.output.line("  \(one.id)  \(one.name, .strong)") }
        guard let answer = Console.output.prompt(to: "Which accessory?") else {
            throw .usage(
                "Several accessories can be paired. Give one: \(free.map(\.id.rawValue).joined(separator: ", ")).")
        }
        return .announced(
            try NameMatch.one(of: free, noun: .accessory, text: answer, id: \.id.rawValue, name: \.name))
    }

    /// Waits until the gateway has read which devices the accessory has. Returns the pairing without them when that
    /// takes too long.
    private func withDevices(
        _ pairing: DevicePairingBody, client: CLIClient
    ) async throws(CLIError) -> DevicePairingBody {
        for _ in 0..<Self.attempts {
            let all = try await client.devicePairings().body()
            if let read = all.first(where: { $0.id == pairing.id && !$0.devices.isEmpty }) { return read }
            try? await Task.sleep(for: Self.interval)
        }
        return pairing
    }
}

/// Recognises setup codes among the arguments, where none may be.
enum SetupCodeText {
    /// Whether it is the text of a QR code, or eight digits in groups.
    static func looksLikeCode(_ text: String) -> Bool {
        if text.uppercased().hasPrefix("X-HM:") { return true }
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        return digits.count == 8 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
