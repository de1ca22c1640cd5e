import Concurrency
import Foundation
import HostInspection

/// Encrypts bytes with a passphrase, by the system's gpg. The passphrase goes to gpg through its standard input, and the
/// bytes after it, so that neither is ever in a file or in the arguments of a program.
struct PassphraseEncryption: Sendable {
    static let shortestPassphrase = 12

    private let program: String

    /// Throws `.cannotStart` when gpg is not installed. `folders` are searched for it.
    init(folders: [String] = SystemProgram.systemFolders) throws(CLIError) {
        let paths = folders.map { "\($0)/gpg" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw .cannotStart("gpg is not installed. Install it: sudo apt install gpg")
        }
        program = path
    }

    /// How often a person in a terminal may try, before it ends.
    private static let mostTries = 5

    /// Asks for a new passphrase twice, without showing it. In a terminal it asks again after one that is too short, and
    /// after two that differ; an empty answer ends it.
    static func choosePassphrase(
        isInteractive: Bool = Console.output.canPrompt, asking: (String) -> String? = { SecretPrompt.ask($0) },
        telling: (String) -> Void = { Console.errors.prose($0) }
    ) throws(CLIError) -> String {
        let question = "A passphrase for the evidence (\(shortestPassphrase) characters or more):"
        var mistake = ""
        for _ in 0..<(isInteractive ? mostTries : 1) {
            if !mistake.isEmpty { telling("\(mistake). Try again, or press Enter to end.") }
            let passphrase = asking(question) ?? ""
            if passphrase.isEmpty, !mistake.isEmpty { break }
            if passphrase.count < shortestPassphrase {
                mistake = "The passphrase has fewer than \(shortestPassphrase) characters"
            } else if isInteractive, asking("The passphrase again:") != passphrase {
                mistake = "The two passphrases differ"
            } else {
                return passphrase
            }
        }
        throw .invalid("\(mistake); nothing was exported.")
    }

    /// Returns the encrypted message. gpg gets a home folder of its own, which is deleted afterwards.
    func encrypt(_ bytes: [UInt8], passphrase: String) async throws(CLIError) -> [UInt8] {
        let result = await BlockingExecutor.offPool { [program] in
            Result { try Self.run(program, bytes: bytes, passphrase: passphrase) }
        }
        switch result {
        case .success(let encrypted): return encrypted
        case .failure(let error): throw .cannotStart("gpg could not encrypt the evidence: \(error).")
        }
    }

    /// Why gpg did not encrypt.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func run(_ program: String, bytes: [UInt8], passphrase: String) throws -> [UInt8] {
        let home = FileManager.default.temporaryDirectory.appending(path: "tomte-gpg-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: home) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "--homedir", home.path, "--batch", "--quiet", "--no-tty", "--pinentry-mode", "loopback",
            "--passphrase-fd", "0", "--symmetric", "--cipher-algo", "AES256", "--s2k-digest-algo", "SHA512",
            "--s2k-count", "65011712", "--output", home.appending(path: "message").path,
        ]
        process.environment = ["PATH": SystemProgram.systemFolders.joined(separator: ":"), "LC_ALL": "C"]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A program that ends early must not end this one.
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        do {
            try input.fileHandleForWriting.write(contentsOf: Data("\(passphrase)\n".utf8) + Data(bytes))
            try input.fileHandleForWriting.close()
        } catch {
            process.terminate()
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "it ended with code \(process.terminationStatus)")
        }
        return Array(try Data(contentsOf: home.appending(path: "message")))
    }
}
