import Glibc

/// The users and groups of this machine.
package enum UserNames {
    private static let bufferBytes = 16 << 10

    package static func id(of name: String) -> UInt32? {
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: bufferBytes)
        var found: UnsafeMutablePointer<passwd>?
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }

    package static func name(of id: UInt32) -> String? {
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: bufferBytes)
        var found: UnsafeMutablePointer<passwd>?
        guard getpwuid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return String(cString: entry.pw_name)
    }
}
