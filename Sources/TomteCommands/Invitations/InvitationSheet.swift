import GatewayWire
import HomeModel

/// Shows a new invitation: its QR code, its link, and the number to say.
struct InvitationSheet {
    private let sent: SentInvitationBody
    private let clock: HomeClockText

    init(_ sent: SentInvitationBody, clock: HomeClockText) {
        self.sent = sent
        self.clock = clock
    }

    func show(on console: Console) {
        let invitation = sent.invitation
        if console.terminal.isInteractive, let lines = QRDrawing.lines(of: sent.link, columns: console.terminal.columns)
        {
            console.lines(lines.map { StyledText($0) })
        }
        console.prose("This invites \(invitation.person) once, until \(clock.named(invitation.expiresAt)).")
        console.line("Send this link to them, and to no other person:")
        console.line()
        // Without line breaks, because people copy it.
        console.raw(Array("  \(sent.link)\n".utf8))
        console.line()
        if let number = sent.number {
            console.line("Say this number to them, or send it by another way than the link: \(number, .strong)")
            console.line("The third wrong number ends the invitation.")
        } else {
            console.line("When they use it, compare the six digits on both screens, and approve:")
            console.line()
            console.raw(Array("  tomte invitations approve \(invitation.id) DIGITS\n".utf8))
        }
        console.line()
        console.line("To revoke it: tomte invitations revoke \(invitation.id.rawValue)")
    }
}
