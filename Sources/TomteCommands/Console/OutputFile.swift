import Foundation
import CoreFoundation
import SystemPackage

/// A file to which a subcommand writes its output.
enum OutputFile {
    /// Creates the file, or empties it. Only its owner can read it, because it shows what people did or own.
    static func create(_ path: String) throws(CLIError) -> Console {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(path, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // A file that existed keeps its mode, which may let others read it. Devices and pipes are left as they are.
        guard let status = try? Stat(FileDescriptor(rawValue: descriptor)),
            status.type != .regular || fchmod(descriptor, 0o600) == 0
        else { throw unwritable(path, code: errno) }
        return Console(handle, name: "The file \(path)")
    }

    private static func unwritable(_ path: String, code: Int32) -> CLIError {
        .cannotStart("The file \(path) cannot be written: \(String(cString: strerror(code))).")
    }
}
