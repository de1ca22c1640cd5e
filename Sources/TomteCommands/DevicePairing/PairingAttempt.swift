import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Pairs with a device by its code, and asks the person about what only a person can accept.
struct PairingAttempt: Sendable {
    /// How often, and how long at most, the devices of a new pairing are asked for.
    private static let interval = Duration.milliseconds(500)
    private static let attempts = 20

    let kind: PairableProtocol
    let client: CLIClient
    let output: OutputOptions
    /// What the person has accepted on the command line.
    var accepted: Set<DevicePairingObstacle> = []

    /// Throws a usage error when one of the arguments is a code, or when there are two.
    static func refuseCodes(among arguments: [String?], of kind: PairableProtocol) throws {
        let arguments = arguments.compactMap(\.self)
        if arguments.contains(where: kind.looksLikeCode) {
            throw ValidationError(
                """
                The code is no argument: other users of this machine can see arguments, and the shell stores them. \
                Leave it out; it is asked for, or read from standard input.
                """)
        }
        if arguments.count > 1 { throw ValidationError("Give one \(kind.noun); a name with spaces needs quotes.") }
    }

    /// `text` names the device; without it, the only one that can be paired is taken, or the person chooses one.
    func run(_ text: String?) async throws(CLIError) {
        let found = try await chosen(text)
        try checkState(of: found)
        if !output.isJSON { Console.output.line("Pairing with \(found.name, .strong) (\(found.id)).") }
        guard let code = SecretPrompt.ask(kind.codePrompt), !code.isEmpty else {
            throw .usage("No code was given, so nothing was paired.")
        }
        let answer = try await pair(found, code: code)
        let shown = output.isJSON ? nil : try await withDevices(answer.body())
        try output.show(answer) { pairing, console in
            console.line("\("✓", .good) \(pairing.name, .strong) is paired.")
            console.lines(
                PairingListing(kind: kind, now: Timestamp(Date())).adoption(
                    shown ?? pairing, limit: console.terminal.lineLimit))
        }
    }

    // MARK: The device

    private func chosen(_ text: String?) async throws(CLIError) -> PairableDevice {
        if let text { return try await client.resolvePairable(text, of: kind) }
        let free = try await client.announced(of: kind).filter { $0.pairing == .available }
        guard let first = free.first else { throw .invalid(nothingAnnounced) }
        guard free.count > 1 else { return .announced(first) }
        for one in free where !output.isJSON { Console.output.line("  \(one.id)  \(one.shownName, .strong)") }
        guard let answer = Console.output.prompt(to: "Which \(kind.noun)?") else {
            throw .usage(
                "Several \(kind == .homeKit ? "accessories" : "nodes") can be paired. Give one: "
                    + "\(free.map(\.id.rawValue).joined(separator: ", ")).")
        }
        return .announced(
            try NameMatch.one(of: free, noun: kind.kindOfThing, text: answer, id: \.id.rawValue, name: \.shownName))
    }

    private var nothingAnnounced: String {
        switch kind {
        case .homeKit:
            "No HomeKit accessory that can be paired is announced. Check that it has power, is on this network, and "
                + "is not paired with another controller; tomte homekit list shows what is announced."
        case .matter:
            "No Matter node that accepts a code is announced. Check that it has power and is on this network. Share a node "
                + "that belongs to another home, or is new and not on the network yet, from the app that has it."
        }
    }

    private func checkState(of found: PairableDevice) throws(CLIError) {
        switch found {
        case .announced(let service) where service.pairing == .elsewhere:
            switch kind {
            case .homeKit:
                throw .invalid(
                    "“\(found.name)” is paired with another controller. Remove it there, for example in Apple Home, or "
                        + "reset it to its factory settings; then pair it again.")
            case .matter:
                throw .invalid(
                    "“\(found.name)” belongs to another home. Share it from the app that has it. It is then announced as a "
                        + "node that can be paired, with the code that the app shows.")
            }
        case .paired(let pairing) where !pairing.canBePairedAgain:
            throw .invalid(
                pairing.state == .paired
                    ? "“\(found.name)” is paired with this gateway already; \(kind.command) list shows its state."
                    : "The pairing with “\(found.name)” is still being removed; \(kind.command) list shows its state.")
        default: break
        }
    }

    // MARK: Pairing

    /// Repeats the request for each obstacle that the person accepts. Pairing begins from the start each time, because a
    /// device waits only a minute for a person.
    private func pair(
        _ found: PairableDevice, code: String
    ) async throws(CLIError) -> CLIClient.Response<DevicePairingBody> {
        var accepted = accepted
        while true {
            let body = DevicePairingCodeBody(
                code: code, accepts: accepted.isEmpty ? nil : accepted.sorted { $0.rawValue < $1.rawValue })
            do throws(CLIError) {
                return try await WaitingLine.show("pairing") { () async throws(CLIError) in
                    try await client.pair(found.id, code: body)
                }
            } catch {
                accepted.insert(try Self.acceptance(of: error, accepted: accepted))
            }
        }
    }

    /// Asks the person whether to pair all the same. Rethrows an error that no person can accept.
    private static func acceptance(
        of error: CLIError, accepted: Set<DevicePairingObstacle>
    ) throws(CLIError) -> DevicePairingObstacle {
        guard case .problem(let problem) = error, let obstacle = DevicePairingObstacle(rawValue: problem.code),
            DevicePairingObstacle.acceptable.contains(obstacle), !accepted.contains(obstacle)
        else { throw error }
        guard Console.output.canPrompt else {
            let option = AcceptedObstacle(obstacle)?.rawValue ?? obstacle.rawValue
            throw .invalid("\(problem.detail) To pair it all the same: --accept \(option)")
        }
        Console.output.prose(problem.detail, after: "\("!", .warning) ")
        let answer = Console.output.prompt(to: "Pair it all the same? [y/N]") ?? ""
        guard ["y", "yes"].contains(answer.lowercased()) else { throw .declined }
        return obstacle
    }

    /// Waits until the gateway has read which devices the new pairing has. Returns the pairing without them when that
    /// takes too long.
    private func withDevices(_ pairing: DevicePairingBody) async throws(CLIError) -> DevicePairingBody {
        for _ in 0..<Self.attempts {
            let all = try await client.devicePairings().body()
            if let read = all.first(where: { $0.id == pairing.id && !$0.devices.isEmpty }) { return read }
            try? await Task.sleep(for: Self.interval)
        }
        return pairing
    }
}

/// What a person can accept of a device, as a value of `--accept`.
enum AcceptedObstacle: String, ExpressibleByArgument, CaseIterable, Sendable {
    case testDevice = "test-device"
    case unknownMaker = "unknown-maker"

    init?(_ obstacle: DevicePairingObstacle) {
        switch obstacle {
        case .testDevice: self = .testDevice
        case .unknownMaker: self = .unknownMaker
        default: return nil
        }
    }

    var obstacle: DevicePairingObstacle {
        switch self {
        case .testDevice: .testDevice
        case .unknownMaker: .unknownMaker
        }
    }
}
