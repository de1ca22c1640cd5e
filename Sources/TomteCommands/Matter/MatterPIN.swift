import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte matter pin`.
struct MatterPIN: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Give the gateway the PIN that a lock demands, or delete it.",
        discussion: HelpDiscussion.discussion(
            """
            Some locks demand a PIN with each command over the network. It is a PIN that is set at the lock, with its own \
            app or keypad. The gateway stores it sealed, sends it with each command to the lock, and shows it nowhere. \
            People who may command the lock here do not need to know it.

            The PIN is asked for and not shown; without a terminal it is read from the first line of standard input. When \
            the lock refuses it, the gateway does not send it again until it is given again, because locks block after \
            wrong PINs. --delete deletes the PIN here; the lock keeps it.
            """,
            commands: "tomte matter pin \"Front door\"", "tomte matter pin \"Front door\" --delete",
            "tomte matter pin \"Hall bridge\" --device \"Back door\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id, name or node id of the commissioned node.")
    var node: String

    @Option(help: ArgumentHelp("The lock, if several locks behind a bridge demand a PIN.", valueName: "device"))
    var device: String?

    @Flag(help: "Delete the PIN here.")
    var delete = false

    /// Taken only to say why a PIN does not belong here.
    @Argument(help: .hidden)
    var surplus: [String] = []

    func validate() throws {
        guard surplus.isEmpty else {
            throw ValidationError(
                """
                The PIN is no argument: other users of this machine can see arguments, and the shell stores them. Leave \
                it out; it is asked for, or read from standard input. A name with spaces needs quotes.
                """)
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let pairing = try await client.resolvePairing(node, of: .matter)
            let lock = try Self.lock(device, behind: pairing)
            guard !delete else {
                try await client.deleteLockPIN(of: lock.id, behind: pairing.id)
                return output.done { $0.line("\("✓", .good) The PIN of \(lock.name, .strong) was deleted here.") }
            }
            guard let pin = SecretPrompt.ask("PIN of the lock:"), !pin.isEmpty else {
                throw .usage("No PIN was given, so nothing was changed.")
            }
            try await client.keepLockPIN(LockPINBody(device: lock.id, pin: pin), behind: pairing.id)
            output.done { $0.line("\("✓", .good) The gateway has the PIN of \(lock.name, .strong).") }
        }
    }

    /// The lock that is meant, among those that demand a PIN.
    static func lock(_ text: String?, behind pairing: DevicePairingBody) throws(CLIError) -> PairedDeviceBody {
        let locks = pairing.devices.filter { $0.lockPIN != nil }
        if let text { return try NameMatch.one(of: locks, noun: .device, text: text, id: \.id.rawValue, name: \.name) }
        guard let only = locks.first else {
            throw .invalid("“\(pairing.name)” demands no PIN for commands over the network.")
        }
        guard locks.count == 1 else {
            let names = locks.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
            throw .usage("Several locks of “\(pairing.name)” demand a PIN. Give one with --device: \(names).")
        }
        return only
    }
}
