import GatewayWire
import HomeModel
import QRCodes
import TomteClient

/// Shows a pairing or claim code as a QR code and as text.
struct PairingSheet {
    private let payload: PairingPayload
    private let clock: HomeClockText

    init(_ payload: PairingPayload, clock: HomeClockText = HomeClockText()) {
        self.payload = payload
        self.clock = clock
    }

    func show(on console: Console) {
        let link = payload.link
        if console.terminal.isInteractive, let lines = QRDrawing.lines(of: link, columns: console.terminal.columns) {
            console.lines(lines.map { StyledText($0) })
        }
        console.line("\(heading) The code is \(payload.code, .strong).")
        let validity = payload.expiresAt.map { "It is valid until \(clock.named($0)). " } ?? ""
        console.prose("\(validity)Open this on a phone or in a browser:")
        console.line()
        // Without line breaks, because people copy it.
        console.raw(Array("  \(link)\n".utf8))
        console.line()
        console.line("The browser warns, because it does not know the home's certificate.")
        console.line("The page must show the same fingerprint as here:")
        console.line()
        console.raw(Array("  \(fingerprint)\n".utf8))
        console.line()
        console.line("To pair another terminal:")
        console.line()
        console.raw(Array("  tomte pair '\(link)'\(payload.purpose == .claim ? " --owner-name NAME" : "")\n".utf8))
    }

    /// The fingerprint in the format of the page: upper-case, in groups of four digits.
    private var fingerprint: String { Self.grouped(payload.certificateFingerprint) }

    static func grouped(_ fingerprint: String) -> String {
        let digits = Array(fingerprint.uppercased())
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: " ")
    }

    private var heading: String {
        payload.purpose == .claim ? "This home has no owner yet." : "This pairs one client."
    }
}

/// Waits for the client that uses an invitation, and asks the inviter to compare its thumbprint.
struct PairingApproval {
    let client: CLIClient

    func wait(for person: PersonBody) async throws(CLIError) {
        Console.output.line()
        Console.output.line("Waiting for the client. After Ctrl-C, tomte people approve approves it.")
        let known = Set(try await client.pairings().body().map(\.id))
        let end = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < end {
            let pairings = try await client.pairings().body()
            if let new = pairings.first(where: { $0.person == person.id && !known.contains($0.id) }) {
                return try await decide(new)
            }
            try? await Task.sleep(for: .milliseconds(500))
        }
        throw .invalid("No client used the code, and it has expired. Invite the person again.")
    }

    private func decide(_ pairing: PairingBody) async throws(CLIError) {
        let question: StyledText =
            "Approve “\(pairing.clientName)”, if it shows the thumbprint \(pairing.thumbprint, .strong)? [y/N]"
        let answer = Console.output.prompt(to: question) ?? ""
        guard ["y", "yes"].contains(answer.lowercased()) else {
            try await client.reject(pairing.id)
            throw .declined
        }
        try await client.approve(pairing.id)
        Console.output.line("\("✓", .good) \(pairing.clientName, .strong) is paired.")
    }
}

/// Draws a QR code on a terminal, two rows of modules in each line of text. The light modules are drawn, because most
/// terminals have a dark background.
enum QRDrawing {
    /// The quiet zone in modules. The standard requires four; two were enough for every phone that was tested.
    private static let margin = 2

    /// Nil when the code is wider than `columns`, or the text is too long for a code.
    static func lines(of text: String, columns: Int) -> [String]? {
        guard let code = QRCode(text), code.width + 2 * margin <= columns else { return nil }
        return stride(from: -margin, to: code.width + margin, by: 2).map { row in
            String((-margin..<code.width + margin).map { character(code, row: row, column: $0) })
        }
    }

    private static func character(_ code: QRCode, row: Int, column: Int) -> Character {
        switch (code.isDark(row: row, column: column), code.isDark(row: row + 1, column: column)) {
        case (true, true): " "
        case (true, false): "▄"
        case (false, true): "▀"
        case (false, false): "█"
        }
    }
}
