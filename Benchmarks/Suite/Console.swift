import Foundation

/// Writes results to standard output, and progress to standard error.
enum Console {
    static func output(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
    static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
