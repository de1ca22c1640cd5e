import CQREncode

/// A QR code as its dark and light modules, row by row.
package struct QRCode: Sendable {
    package let width: Int
    private let modules: [Bool]

    /// Nil when the text is longer than a code can hold, or has a NUL in it.
    package init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        let bytes = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        // The lowest bit is the colour; the others state the purpose of the module.
        modules = bytes.map { $0 & 1 == 1 }
    }

    /// Row by row, 1 for dark and 0 for light; without a margin.
    package var rows: [String] {
        (0..<width).map { row in
            String((0..<width).map { isDark(row: row, column: $0) ? "1" : "0" })
        }
    }

    /// Whether the module is dark. False outside the code too, because its surroundings are light.
    package func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}
