import GatewayWire
import TomteClient

/// Shows the code for the first owner, and waits until the home is claimed.
struct FirstOwner {
    private static let pause = Duration.seconds(1)

    let folder: StateFolderPath
    /// The page at the address of this machine, for phones that do not find names that end with .local.
    let page: String?
    let console: Console

    /// Returns true once the home has an owner. Returns false after Ctrl-C, and at once if it does not wait.
    func claim(waits: Bool) async throws(CLIError) -> Bool {
        let payload = try await CLIClient.with(folder) { client throws(CLIError) in
            try await client.claimCode().body()
        }
        PairingSheet(payload).show(on: console)
        console.line()
        if let page { console.prose("If a phone does not find the name in the link, open \(page) and enter the code.") }
        let validity =
            payload.expiresAt.map { "until \(HomeClockText().named($0))" }
            ?? "until it is used, another one is made, or the gateway restarts"
        console.prose("A code that was shown before is no longer valid.")
        guard waits else {
            console.prose("The code stays valid \(validity).")
            return false
        }
        console.prose("Waiting for the first owner. Ctrl-C ends only the wait: the code stays valid \(validity).")
        return try await isClaimed()
    }

    private func isClaimed() async throws(CLIError) -> Bool {
        let folder = folder
        do {
            return try await interruptible {
                try await CLIClient.with(folder) { client throws(CLIError) in
                    while try await !client.endpoint().body().isClaimed {
                        guard (try? await Task.sleep(for: Self.pause)) != nil else { return false }
                    }
                    return true
                }
            }
        } catch let error as CLIError {
            throw error
        } catch {
            return false
        }
    }
}

/// Says what follows the first start.
enum NextSteps {
    /// - Parameter folder: the state folder; only root may ask the installed service.
    static func show(on console: Console, folder: StateFolderPath) {
        console.line()
        console.line(StyledText("What to do next:", style: .strong))
        for (index, step) in steps(tomte: folder.isOfInstalledService ? "sudo tomte" : "tomte").enumerated() {
            console.prose(step, after: "  \(index + 1). ")
        }
    }

    static func steps(tomte: String) -> [String] {
        [
            "On each phone and computer, install the web root of the home, so that it trusts the page: on the page, Settings → "
                + "Secure connection.",
            "Add devices: on the page, Settings → Add device, or \(tomte) devices setup NAME --address IP.",
            "Invite the people of the home: on the page, People, or \(tomte) invite NAME.",
        ]
    }
}
