import QRCodes

/// A QR code for a terminal: two rows of modules in a line of text. What is light is drawn, for terminals are dark.
enum QRDrawing {
    /// The standard asks for four; two are enough for every phone that was tried.
    private static let margin = 2

    /// Nil when it does not fit into so many columns, or the text into a code.
    static func lines(of text: String, columns: Int) -> [String]? {
        guard let code = QRCode(text), code.width + 2 * margin <= columns else { return nil }
        return stride(from: -margin, to: code.width + margin, by: 2).map { row in
            String((-margin..<code.width + margin).map { character(code, row, $0) })
        }
    }

    private static func character(_ code: QRCode, _ row: Int, _ column: Int) -> Character {
        switch (code.isDark(row: row, column: column), code.isDark(row: row + 1, column: column)) {
        case (true, true): " "
        case (true, false): "▄"
        case (false, true): "▀"
        case (false, false): "█"
        }
    }
}
