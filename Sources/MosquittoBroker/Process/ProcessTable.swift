import Glibc

/// Reads facts about processes from `/proc`. There are none for a process that has ended or that this user may not
/// inspect.
enum ProcessTable {
    static var pids: [pid_t] { entries(of: "/proc").compactMap { pid_t($0) } }

    static func name(of pid: pid_t) -> String? {
        text(at: "/proc/\(pid)/comm")?.split(separator: "\n").first.map(String.init)
    }

    /// The start time in ticks since the boot. It distinguishes a process from a later one with the same id.
    static func startTime(of pid: pid_t) -> String? {
        let status = status(of: pid)
        return status.count > 19 ? String(status[19]) : nil
    }

    /// The columns of `stat` from the third on.
    private static func status(of pid: pid_t) -> [Substring] {
        // The name, in parentheses, may contain any character.
        guard let status = text(at: "/proc/\(pid)/stat"), let end = status.lastIndex(of: ")") else { return [] }
        return status[end...].dropFirst(2).split(separator: " ")
    }

    static func arguments(of pid: pid_t) -> [String] {
        text(at: "/proc/\(pid)/cmdline")?.split(separator: "\0").map(String.init) ?? []
    }

    static func workingDirectory(of pid: pid_t) -> String? { link(at: "/proc/\(pid)/cwd") }

    /// Returns name and id of the program that listens on a TCP port, as far as this user may inspect it. The broker of
    /// the installed package has the name of its unit.
    static func listener(on port: UInt16) -> String? {
        let listening = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { listeningSockets(in: $0, port: port) }
        guard !listening.isEmpty else { return nil }
        // Only root sees the files of other users' processes, but everyone sees to whom a socket belongs.
        let service = BrokerUser.find(BrokerService.user)
        if let service, listening.contains(where: { $0.user == service.id }) { return BrokerService.unit }
        let sockets = Set(listening.map(\.name))
        for pid in pids {
            let holds = entries(of: "/proc/\(pid)/fd").contains { descriptor in
                link(at: "/proc/\(pid)/fd/\(descriptor)").map(sockets.contains) ?? false
            }
            if holds, let name = name(of: pid) { return "\(name) (process \(pid))" }
        }
        return nil
    }

    /// A socket as the links of `/proc/PID/fd` name it, and the user to whom it belongs.
    private typealias ListeningSocket = (name: String, user: uid_t?)

    /// Columns of the table: number, local address:port, remote, state (0A = listening), …, eighth the user, tenth the
    /// inode.
    private static func listeningSockets(in table: String, port: UInt16) -> [ListeningSocket] {
        (text(at: table) ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count > 9, columns[3] == "0A", let local = columns[1].split(separator: ":").last,
                UInt16(local, radix: 16) == port
            else { return nil }
            return ("socket:[\(columns[9])]", uid_t(columns[7]))
        }
    }

    private static func entries(of path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    private static func text(at path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < 1 << 20 {
            let count = read(file, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
