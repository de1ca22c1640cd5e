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

    /// Writes over the line in which the cursor stands; for a terminal. Source: ECMA-48 §8.3.41 (EL).
    func replaceLine(_ text: StyledText) {
        write("\r" + text.rendered(inColor: terminal.usesColor) + "\u{1B}[K")
    }

    func table(_ table: Table) { lines(table.lines(limit: terminal.lineLimit)) }

    func prose(_ text: String, after first: StyledText = "", style: Style? = nil) {
        lines(Prose.lines(text, after: first, style: style, limit: terminal.lineLimit))
    }

    /// The document byte by byte; on a terminal invisible characters become JSON's own escapes.
    func json(_ bytes: [UInt8]) {
        json(piece: bytes)
        if bytes.last != UInt8(ascii: "\n") { write("\n") }
    }

    /// The same for a piece of a document, which ends where a character does.
    func json(piece bytes: [UInt8]) {
        if terminal.isInteractive { write(InertJSON.text(of: bytes)) } else { raw(bytes) }
    }

    /// Bytes that are inert already.
    func raw(_ bytes: [UInt8]) { write(Data(bytes)) }

    /// Whether someone sits there who can answer.
    var canAsk: Bool { terminal.isInteractive && isatty(STDIN_FILENO) == 1 }

    /// Nil when nobody can be asked or nothing was answered.
    func answer(to question: StyledText) -> String? {
        guard canAsk else { return nil }
        write(question.rendered(inColor: terminal.usesColor) + " ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces)
        return answer?.isEmpty == true ? nil : answer
    }

    private func write(_ text: String) { write(Data(text.utf8)) }

    private func write(_ bytes: Data) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            // Whoever read us has left (`tomte watch | head`): there is nobody to tell.
            exit(ExitStatus.done.rawValue)
        }
    }
}
