import GatewayWire
import HomeModel

/// What somebody is told who sets a device up.
struct CredentialSheet {
    private let credential: CredentialBody
    /// Where everything lies; nil when it is shown.
    private let files: CredentialFiles?

    init(_ credential: CredentialBody, files: CredentialFiles?) {
        self.credential = credential
        self.files = files
    }

    func show(on console: Console, withCode: Bool) {
        let proof = credential.proof == .password ? "a password" : "a certificate"
        console.line(
            "\("✓", .good) \(credential.root, .strong) may come in by \(proof), as \(credential.dialect.rawValue), on port \(credential.port)."
        )
        for step in credential.steps { show(step, on: console) }
        if withCode { showCode(on: console) }
        if !credential.notes.isEmpty { console.line() }
        for note in credential.notes { console.prose(note, after: "• ") }
        console.line()
        console.prose("Once it has connected and described itself: tomte devices list --discovered", after: "→ ")
    }

    private func show(_ step: SetupStepBody, on console: Console) {
        console.line()
        if let files {
            console.prose("\(step.title): \(files.path(of: step))")
        } else {
            console.prose("\(step.title):", style: .strong)
            // Not prose: it is copied.
            console.raw(Array((step.text.hasSuffix("\n") ? step.text : step.text + "\n").utf8))
        }
    }

    private func showCode(on console: Console) {
        console.line()
        guard let text = credential.scannable else {
            return console.prose("Nothing of this fits into a QR code; --folder keeps it in files.", after: "! ")
        }
        guard let lines = QRDrawing.lines(of: text, columns: console.terminal.columns) else {
            return console.prose("The terminal is too narrow for the QR code.", after: "! ")
        }
        console.lines(lines.map { StyledText($0) })
    }
}
