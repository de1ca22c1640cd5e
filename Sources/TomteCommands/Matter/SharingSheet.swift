import GatewayWire
import HomeModel

/// Shows a code with which another home can pair with a node: the QR code, the digits, and what the code means.
struct SharingSheet {
    private let sharing: DeviceSharingBody
    private let pairing: DevicePairingBody
    private let clock: HomeClockText

    init(of sharing: DeviceSharingBody, for pairing: DevicePairingBody, clock: HomeClockText) {
        self.sharing = sharing
        self.pairing = pairing
        self.clock = clock
    }

    func show(on console: Console) {
        if console.terminal.isInteractive,
            let lines = QRDrawing.lines(of: sharing.payload, columns: console.terminal.columns)
        {
            console.lines(lines.map { StyledText($0) })
        }
        console.lines(lines(limit: console.terminal.lineLimit))
    }

    func lines(limit: Int?) -> [StyledText] {
        [
            "The code of \(pairing.name, .strong):", "  \(Self.grouped(sharing.code), .strong)", "  \(sharing.payload)",
        ]
            + WordWrap.lines("It is valid for one home, until \(clock.named(sharing.expiresAt)).", limit: limit)
            + WordWrap.lines(
                "Every app that has this code commands the node past Tomte: Tomte's permissions do not apply to it, and "
                    + "Tomte's activity does not show what it does. The code is shown only now.",
                after: "\("!", .warning) ", limit: limit)
            + WordWrap.lines("To end it sooner: tomte matter unshare \(pairing.id)", after: "  → ", limit: limit)
    }

    /// `3497-011-2332`, as other apps print a code of 11 digits.
    static func grouped(_ digits: String) -> String {
        guard digits.count == 11 else { return digits }
        return [digits.prefix(4), digits.dropFirst(4).prefix(3), digits.suffix(4)].joined(separator: "-")
    }
}
