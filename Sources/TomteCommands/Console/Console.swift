import Foundation

/// Where a verb writes. Lines come out inert; only JSON and CSV are written as they are.
struct Console: Sendable {
    let terminal: Terminal
    private let handle: FileHandle

    init(_ handle: FileHandle, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.handle = handle
        terminal = Terminal(descriptor: handle.fileDescriptor, environment: environment)
    }

    static var output: Console { Console(.standardOutput) }
    static var errors: Console { Console(.standardError) }

    func line(_ text: StyledText = "") { write(text.rendered(inColor: terminal.usesColor) + "\n") }

    func lines(_ texts: [StyledText]) { texts.forEach(line) }

    func table(_ table: Table) { lines(table.lines(limit: terminal.lineLimit)) }

    func prose(_ text: String, after first: StyledText = "", style: Style? = nil) {
        lines(Prose.lines(text, after: first, style: style, limit: terminal.lineLimit))
    }

    /// The document byte by byte; on a terminal invisible characters become JSON's own escapes.
    func json(_ bytes: [UInt8]) {
        write(terminal.isInteractive ? InertJSON.text(of: bytes) : String(decoding: bytes, as: UTF8.self))
        if bytes.last != UInt8(ascii: "\n") { write("\n") }
    }

    /// Text that is inert already.
    func raw(_ text: String) { write(text) }

    /// Whether someone sits there who can answer.
    var canAsk: Bool { terminal.isInteractive && isatty(STDIN_FILENO) == 1 }

    /// Nil when nobody can be asked or nothing was answered.
    func answer(to question: StyledText) -> String? {
        guard canAsk else { return nil }
        write(question.rendered(inColor: terminal.usesColor) + " ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces)
        return answer?.isEmpty == true ? nil : answer
    }

    private func write(_ text: String) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            // Whoever read us has left (`tomte watch | head`): there is nobody to tell.
            exit(ExitStatus.done.rawValue)
        }
    }
}
