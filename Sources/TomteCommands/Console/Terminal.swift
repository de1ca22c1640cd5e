import Foundation

/// The capabilities of an output: a terminal, a pipe or a file.
struct Terminal: Sendable {
    let isInteractive: Bool
    let columns: Int
    let usesColor: Bool

    init(isInteractive: Bool, columns: Int = 80, usesColor: Bool = false) {
        self.isInteractive = isInteractive
        self.columns = columns
        self.usesColor = usesColor
    }

    /// Examines the output behind a file descriptor. Colour respects `NO_COLOR` (no-color.org) and `TERM=dumb`.
    init(descriptor: Int32, environment: [String: String]) {
        isInteractive = isatty(descriptor) == 1
        columns = Self.columns(descriptor) ?? environment["COLUMNS"].flatMap { Int($0) }.map { max(20, $0) } ?? 80
        usesColor = isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// The column at which lines are truncated or broken; nil when the output is not a terminal.
    var lineLimit: Int? { isInteractive ? columns : nil }

    private static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
        return Int(size.ws_col)
    }
}
