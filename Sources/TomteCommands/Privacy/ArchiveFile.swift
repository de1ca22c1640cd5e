import Foundation
import SystemPackage

/// The file of an archive that arrives. Only its owner can read it, and it has its name only when it is complete: until
/// then its bytes are in a temporary file beside it.
struct ArchiveFile: Sendable {
    let path: String
    private let replacesExisting: Bool
    private let temporary: String
    private let descriptor: FileDescriptor

    /// Creates the temporary file. Throws `.invalid` for a file that exists, unless it is to be replaced, and
    /// `.cannotStart` when the folder cannot be written.
    init(_ path: String, replacesExisting: Bool) throws(CLIError) {
        let url = URL(filePath: path)
        guard !path.isEmpty, !path.hasSuffix("/") else { throw .usage("--output must name a file.") }
        if !replacesExisting, FileManager.default.fileExists(atPath: path) { throw Self.exists(path) }
        self.path = path
        self.replacesExisting = replacesExisting
        // A random name and `exclusiveCreate`, so that a link which another user made there is not followed.
        let name = ".\(url.lastPathComponent).\(UInt32.random(in: 0...UInt32.max)).part"
        temporary = url.deletingLastPathComponent().appending(path: name).path
        do {
            descriptor = try FileDescriptor.open(
                FilePath(temporary), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: [.ownerRead, .ownerWrite])
        } catch {
            throw Self.unwritable(path, because: error)
        }
    }

    func write(_ bytes: [UInt8]) throws(CLIError) {
        do {
            try descriptor.writeAll(bytes)
        } catch {
            throw Self.unwritable(path, because: error)
        }
    }

    /// Gives the complete file its name. An existing file stays as it is, unless it is to be replaced.
    func keep() throws(CLIError) {
        do {
            guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
            try descriptor.close()
            let code = nameFile()
            guard code == 0 else { throw Errno(rawValue: code) }
        } catch {
            unlink(temporary)
            if error as? Errno == .fileExists { throw Self.exists(path) }
            throw Self.unwritable(path, because: error)
        }
        unlink(temporary)
    }

    /// Returns 0, or the error number. A second name, unlike a new name, never replaces a file that was made meanwhile.
    private func nameFile() -> Int32 {
        if !replacesExisting {
            guard link(temporary, path) != 0 else { return 0 }
            let code = errno
            // FAT, which many USB sticks have, knows no second names.
            guard [EPERM, EOPNOTSUPP].contains(code) else { return code }
            guard !FileManager.default.fileExists(atPath: path) else { return EEXIST }
        }
        return rename(temporary, path) == 0 ? 0 : errno
    }

    /// Deletes what arrived. Callers do not call this after `keep`, which closes the file.
    func discard() {
        try? descriptor.close()
        unlink(temporary)
    }

    private static func exists(_ path: String) -> CLIError {
        .invalid("The file \(path) exists. Choose another one with --output, or replace it with --force.")
    }

    private static func unwritable(_ path: String, because error: any Error) -> CLIError {
        .cannotStart("The file \(path) cannot be written: \(error).")
    }
}
