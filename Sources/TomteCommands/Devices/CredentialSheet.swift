import GatewayWire
import HomeModel

/// Shows a new credential with the instructions for setting up the device.
struct CredentialSheet {
    private let credential: CredentialBody
    /// The files that contain the credential; nil when it is printed instead.
    private let files: CredentialFiles?

    init(_ credential: CredentialBody, files: CredentialFiles?) {
        self.credential = credential
        self.files = files
    }

    func show(on console: Console, withCode: Bool) {
        let proof = credential.proof == .password ? "a password" : "a certificate"
        console.line("\("✓", .good) \(credential.root, .strong) can connect with \(proof), to port \(credential.port).")
        console.line("  Its family is \(credential.dialect.rawValue).")
        for step in credential.steps { show(step, on: console) }
        if withCode { showCode(on: console) }
        if !credential.notes.isEmpty { console.line() }
        for note in credential.notes { console.prose(note, after: "• ") }
        console.line()
        console.prose(
            "When the device has connected and announced itself, adopt it: tomte devices list --discovered",
            after: "→ ")
    }

    private func show(_ step: SetupStepBody, on console: Console) {
        console.line()
        if let files {
            console.prose("\(step.title): \(files.path(of: step))")
        } else {
            console.prose("\(step.title):", style: .strong)
            // Without line breaks, because people copy it.
            console.raw(Array((step.text.hasSuffix("\n") ? step.text : step.text + "\n").utf8))
        }
    }

    private func showCode(on console: Console) {
        console.line()
        guard let text = credential.scannable else {
            return console.prose("There is no QR code for this credential; --folder writes files instead.", after: "! ")
        }
        guard let lines = QRDrawing.lines(of: text, columns: console.terminal.columns) else {
            return console.prose("The terminal is too narrow for the QR code.", after: "! ")
        }
        console.lines(lines.map { StyledText($0) })
    }
}
