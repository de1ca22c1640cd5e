import Foundation

/// What one end of our output can show.
struct Terminal: Sendable {
    let isInteractive: Bool
    let columns: Int
    let usesColor: Bool

    init(isInteractive: Bool, columns: Int = 80, usesColor: Bool = false) {
        self.isInteractive = isInteractive
        self.columns = columns
        self.usesColor = usesColor
    }

    /// The terminal behind a file descriptor. Colour honours `NO_COLOR` (no-color.org) and `TERM=dumb`.
    init(descriptor: Int32, environment: [String: String]) {
        isInteractive = isatty(descriptor) == 1
        columns = Self.columns(descriptor) ?? environment["COLUMNS"].flatMap { Int($0) }.map { max(20, $0) } ?? 80
        usesColor = isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Where lines are cut or broken: nowhere in a pipe.
    var lineLimit: Int? { isInteractive ? columns : nil }

    private static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
        return Int(size.ws_col)
    }
}
