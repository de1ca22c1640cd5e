import Glibc

/// The TCP ports of this machine on which programs listen, and the names of these programs.
package struct ListeningSockets: Sendable {
    private static let maximumBytes = 4 << 20
    private static let maximumDescriptors = 65_536
    private static let listening = "0A"

    private let proc: String

    package init(proc: String = "/proc") { self.proc = proc }

    /// Whether a program listens on the port, on any address.
    package func isUsed(_ port: UInt16) -> Bool { !sockets(on: port).isEmpty }

    /// The names of the programs that listen on the port. Empty if none does, or if their names are not visible: only
    /// root sees those of other users.
    package func programs(on port: UInt16) -> Set<String> {
        let sockets = sockets(on: port)
        guard !sockets.isEmpty else { return [] }
        let links = Set(sockets.map { "socket:[\($0)]" })
        let owners = ProcessNames.ids(proc).filter { holds(links, process: $0) }
        return Set(owners.compactMap { ProcessNames.name(of: $0, proc: proc) })
    }

    private func sockets(on port: UInt16) -> Set<UInt64> {
        Set(
            ["tcp", "tcp6"].flatMap { table in
                BoundedFile.text("\(proc)/net/\(table)", limitBytes: Self.maximumBytes).map {
                    Self.sockets(listeningOn: port, in: $0)
                } ?? []
            })
    }

    /// The numbers of the listening sockets in a table of the kernel. Source: proc_pid_net(5).
    static func sockets(listeningOn port: UInt16, in table: String) -> [UInt64] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard columns.count > 9, columns[3] == Self.listening, let local = columns[1].split(separator: ":").last,
                UInt16(local, radix: 16) == port
            else { return nil }
            return UInt64(columns[9])
        }
    }

    private func holds(_ links: Set<String>, process: String) -> Bool {
        let folder = "\(proc)/\(process)/fd"
        guard let stream = opendir(folder) else { return false }
        defer { closedir(stream) }
        var seen = 0
        var target = [CChar](repeating: 0, count: 64)
        while let entry = readdir(stream), seen < Self.maximumDescriptors {
            seen += 1
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let length = readlink("\(folder)/\(name)", &target, target.count)
            guard length > 0 else { continue }
            let link = String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if links.contains(link) { return true }
        }
        return false
    }
}
