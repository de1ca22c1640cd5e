import Foundation
import HomeModel
import TomteClient

/// An output of the program. Lines are escaped for a terminal; only JSON and CSV are written unchanged.
struct Console: Sendable {
    let terminal: Terminal
    private let handle: FileHandle
    /// The subject of the message that the output cannot be written.
    private let name: String

    init(
        _ handle: FileHandle, name: String = "The output",
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.handle = handle
        self.name = name
        terminal = Terminal(descriptor: handle.fileDescriptor, environment: environment)
    }

    static var output: Console { Console(.standardOutput) }
    static var errors: Console { Console(.standardError) }

    func line(_ text: StyledText = "") { write(text.rendered(inColor: terminal.usesColor) + "\n") }

    func lines(_ texts: [StyledText]) { texts.forEach(line) }

    /// Overwrites the line of the cursor; only for a terminal. Source: ECMA-48 §8.3.41 (EL).
    func replaceLine(_ text: StyledText) {
        write("\r" + text.rendered(inColor: terminal.usesColor) + "\u{1B}[K")
    }

    func table(_ table: Table) { lines(table.lines(limit: terminal.lineLimit)) }

    func prose(_ text: String, after first: StyledText = "", style: Style? = nil) {
        lines(WordWrap.lines(text, after: first, style: style, limit: terminal.lineLimit))
    }

    /// Writes a JSON document unchanged; on a terminal, invisible characters become JSON escapes.
    func json(_ bytes: [UInt8]) {
        json(piece: bytes)
        if bytes.last != UInt8(ascii: "\n") { write("\n") }
    }

    /// Writes a piece of a JSON document like `json(_:)`. The piece must end at the end of a character.
    func json(piece bytes: [UInt8]) {
        if terminal.isInteractive { write(EscapedJSON.text(of: bytes)) } else { raw(bytes) }
    }

    /// Writes bytes unchanged. The caller makes sure that they are harmless for a terminal.
    func raw(_ bytes: [UInt8]) { write(bytes) }

    /// Closes a file. Some file systems report only now that they could not store what was written.
    func close() {
        do { try handle.close() } catch { end(because: error.localizedDescription) }
    }

    /// Whether a question can be asked: the output and standard input are terminals.
    var canPrompt: Bool { terminal.isInteractive && isatty(STDIN_FILENO) == 1 }

    /// Asks a question and returns the answer. Nil when no question can be asked or the answer is empty. A question that
    /// is wider than the terminal is broken into lines.
    func prompt(to question: StyledText) -> String? {
        guard canPrompt else { return nil }
        let all = question.broken(to: terminal.columns)
        lines(Array(all.dropLast()))
        write((all.last ?? question).rendered(inColor: terminal.usesColor) + " ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces)
        return answer?.isEmpty == true ? nil : answer
    }

    private func write(_ text: String) { write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) {
        guard let code = Self.write(bytes, to: handle.fileDescriptor) else { return }
        // The reader of a pipe has ended, as in `tomte watch | head`, and does not want the rest.
        guard code != EPIPE else { exit(ExitStatus.done.rawValue) }
        end(because: String(cString: strerror(code)))
    }

    /// Writes all bytes; returns the error number if that fails.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let result = rest.withUnsafeBytes { (Foundation.write(descriptor, $0.baseAddress, $0.count), errno) }
            switch result {
            case (0..., _): rest = rest.dropFirst(result.0)
            case (_, EINTR): continue
            case (_, EAGAIN):
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
            case (_, let code): return code
            }
        }
        return nil
    }

    /// Ends the process because the output is not complete.
    private func end(because reason: String) -> Never {
        if handle.fileDescriptor != STDERR_FILENO {
            CLIError.cannotStart("\(name) cannot be written: \(reason).").printMessage(.errors)
        }
        exit(ExitStatus.unwritable.rawValue)
    }
}

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

/// Makes a JSON document harmless for a terminal without changing its content: invisible characters become escapes.
enum EscapedJSON {
    static func text(of bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || isVisible(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += String(scalar).utf16.map(escape).joined()
            }
        }
        return text
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let text = String(scalar)
        return EscapedText(text).description == text
    }

    private static func escape(_ unit: UInt16) -> String { "\\u" + unit.hexadecimal }
}
