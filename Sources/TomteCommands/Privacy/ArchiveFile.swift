import Foundation
import SystemPackage

/// The file of an archive that arrives. Only its owner can read it, and it has its name only when it is complete.
///
/// Until then the file has no name where the file system permits that, so that nothing remains of it when the process
/// ends in any way. Elsewhere its bytes are in a temporary file beside it, which a kill leaves there.
struct ArchiveFile: Sendable {
    /// `O_TMPFILE` of Linux, a macro that Swift does not import.
    private static let unnamed = FileDescriptor.OpenOptions(rawValue: 0o20000000 | O_DIRECTORY)

    let path: String
    private let replacesExisting: Bool
    /// The name of the temporary file; nil for a file without a name.
    private let temporary: String?
    private let descriptor: FileDescriptor

    /// Creates the file. With `isNamed` it has a name in any case. Throws `.invalid` for a file that exists, unless it
    /// is to be replaced, and `.cannotStart` when the folder cannot be written.
    init(_ path: String, replacesExisting: Bool, isNamed: Bool = false) throws(CLIError) {
        guard !path.isEmpty, !path.hasSuffix("/") else { throw .usage("--output must name a file.") }
        if !replacesExisting, FileManager.default.fileExists(atPath: path) { throw Self.exists(path) }
        self.path = path
        self.replacesExisting = replacesExisting
        if !isNamed, let unnamed = Self.unnamedFile(beside: path) {
            temporary = nil
            descriptor = unnamed
            return
        }
        let name = Self.temporaryName(beside: path)
        temporary = name
        do {
            descriptor = try FileDescriptor.open(
                FilePath(name), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: [.ownerRead, .ownerWrite])
        } catch {
            throw Self.unwritable(path, because: error)
        }
    }

    /// Returns a file without a name in the folder of `path`; nil if it could not be created, or not get a name later.
    private static func unnamedFile(beside path: String) -> FileDescriptor? {
        let folder = FilePath(path).removingLastComponent()
        guard
            let file = try? FileDescriptor.open(
                folder.isEmpty ? "." : folder, .writeOnly, options: [unnamed, .closeOnExec],
                permissions: [.ownerRead, .ownerWrite])
        else { return nil }
        guard access(descriptorPath(of: file), F_OK) == 0 else {
            try? file.close()
            return nil
        }
        return file
    }

    /// The only path of a file without a name.
    private static func descriptorPath(of file: FileDescriptor) -> String { "/proc/self/fd/\(file.rawValue)" }

    /// A random name, so that a link which another user made there is not followed.
    private static func temporaryName(beside path: String) -> String {
        let url = URL(filePath: path)
        let name = ".\(url.lastPathComponent).\(UInt32.random(in: 0...UInt32.max)).part"
        return url.deletingLastPathComponent().appending(path: name).path
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
        let code = fsync(descriptor.rawValue) == 0 ? nameFile() : errno
        // Everything is on the disk already, so closing has no error to report.
        discard()
        guard code != 0 else { return }
        throw code == EEXIST ? Self.exists(path) : Self.unwritable(path, because: Errno(rawValue: code))
    }

    /// Returns 0, or the error number.
    private func nameFile() -> Int32 {
        guard let temporary else { return nameUnnamedFile() }
        // A second name, unlike a new name, never replaces a file that was made meanwhile.
        if !replacesExisting {
            guard link(temporary, path) != 0 else { return 0 }
            let code = errno
            // FAT, which many USB sticks have, knows no second names.
            guard [EPERM, EOPNOTSUPP].contains(code) else { return code }
            guard !FileManager.default.fileExists(atPath: path) else { return EEXIST }
        }
        return rename(temporary, path) == 0 ? 0 : errno
    }

    /// Returns 0, or the error number. A first name never replaces a file, so an archive that replaces one has another
    /// name for a moment.
    private func nameUnnamedFile() -> Int32 {
        let name = replacesExisting ? Self.temporaryName(beside: path) : path
        guard linkat(AT_FDCWD, Self.descriptorPath(of: descriptor), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
            return errno
        }
        guard replacesExisting, rename(name, path) != 0 else { return 0 }
        let code = errno
        unlink(name)
        return code
    }

    /// Deletes what arrived, or what is left of it beside the file with its name. Closes the file, so that it can be
    /// called only once.
    func discard() {
        try? descriptor.close()
        if let temporary { unlink(temporary) }
    }

    private static func exists(_ path: String) -> CLIError {
        .invalid("The file \(path) exists. Choose another one with --output, or replace it with --force.")
    }

    private static func unwritable(_ path: String, because error: any Error) -> CLIError {
        .cannotStart("The file \(path) cannot be written: \(error).")
    }
}
