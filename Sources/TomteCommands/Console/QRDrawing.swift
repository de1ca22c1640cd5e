import QRCodes

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
