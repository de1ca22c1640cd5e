import GatewayWire
import HomeModel

/// A code that lets one client in, for a phone's camera and for people.
struct PairingSheet {
    private let payload: PairingPayload

    init(_ payload: PairingPayload) { self.payload = payload }

    func show(on console: Console) {
        let link = payload.link
        if console.terminal.isInteractive, let lines = QRDrawing.lines(of: link, columns: console.terminal.columns) {
            console.lines(lines.map { StyledText($0) })
        }
        let until = payload.expiresAt.map { ", good until \(LocalTime.minute($0))" } ?? ""
        console.line("\(heading) The code is \(payload.code, .strong)\(until). Open this on a phone or in a browser:")
        console.line()
        // Not prose: it is copied.
        console.raw(Array("  \(link)\n".utf8))
        console.line()
        console.line("A browser that does not know the home warns. The page shows the same fingerprint as here:")
        console.line()
        console.raw(Array("  \(fingerprint)\n".utf8))
        console.line()
        console.line("Or pair another terminal:")
        console.line()
        console.raw(Array("  tomte pair '\(link)'\(payload.purpose == .claim ? " --owner-name NAME" : "")\n".utf8))
    }

    /// As the page writes it.
    private var fingerprint: String {
        let digits = Array(payload.certificateFingerprint.uppercased())
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: " ")
    }

    private var heading: String {
        payload.purpose == .claim ? "This home has no owner yet." : "This lets one client in."
    }
}

/// Waits for a client to show a person's code, and lets the one who invited look at its thumbprint.
struct Approval {
    let client: GatewayClient

    func wait(for person: PersonBody) async throws(CommandFailure) {
        Console.output.line()
        Console.output.line("Waiting for the client; Ctrl-C leaves, tomte people approve goes on.")
        let known = Set(try await client.pairings().body().map(\.id))
        let end = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < end {
            let pairings = try await client.pairings().body()
            if let new = pairings.first(where: { $0.person == person.id && !known.contains($0.id) }) {
                return try await decide(new)
            }
            try? await Task.sleep(for: .milliseconds(500))
        }
        throw .invalid("Nobody came; the code has expired.")
    }

    private func decide(_ pairing: PairingBody) async throws(CommandFailure) {
        let question: StyledText =
            "“\(pairing.clientName)” shows \(pairing.thumbprint, .strong). Is it the one, and the same there? [y/N]"
        let answer = Console.output.answer(to: question) ?? ""
        guard ["y", "yes"].contains(answer.lowercased()) else {
            try await client.reject(pairing.id)
            throw .declined
        }
        try await client.approve(pairing.id)
        Console.output.line("\("✓", .good) \(pairing.clientName, .strong) is in.")
    }
}
