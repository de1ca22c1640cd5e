import Concurrency
import Foundation
import Glibc

/// A bus and an Avahi daemon that only this test process uses, on a network that no other program can reach.
///
/// libdbus reads `DBUS_SYSTEM_BUS_ADDRESS` once per process. So all tests share one bus address, and `withPrivateAvahi`
/// gives it to one test at a time.
package actor PrivateAvahi {
    /// False where the machine does not allow it; `requirement` says what is needed.
    package static let isAvailable = geteuid() == 0 && canUnshare()
    package static let requirement = "a private Avahi needs root, unshare, dbus-daemon and avahi-daemon"

    private static let lock = AsyncLock()
    private static let folder = makeFolder()
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../scripts/private-avahi").standardizedFileURL.path

    /// A program of Avahi that failed.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private var bus: ChildProcess?
    private var daemon: ChildProcess?
    private var helpers: [ChildProcess] = []
    private var outputs = 0

    /// Sets the bus address of this process to the private bus; tests must call it before any code uses libdbus.
    package static func claimBus() { _ = folder }

    fileprivate static func run<Value>(
        bus: Bool, daemon: Bool, isolation: isolated (any Actor)?,
        _ body: (PrivateAvahi) async throws -> Value
    ) async throws -> Value {
        await lock.acquire()
        let avahi = PrivateAvahi()
        do {
            if bus { try await avahi.startBus() }
            if daemon { try await avahi.startDaemon() }
            let value = try await body(avahi)
            await avahi.end()
            lock.release()
            return value
        } catch {
            await avahi.end()
            lock.release()
            throw error
        }
    }

    // Bus and daemon.

    /// Starts the bus and returns when its socket exists.
    package func startBus() async throws {
        bus = try ChildProcess([Self.script, "--bus", Self.folder], output: "\(Self.folder)/bus.out")
        try await eventually("the bus is there") { access("\(Self.folder)/bus.sock", F_OK) == 0 }
    }

    package func stopBus() async {
        await bus?.end()
        bus = nil
        unlink("\(Self.folder)/bus.sock")
    }

    /// Returns when the daemon has started, which is before it has established its host name. A daemon that does not
    /// start is replaced twice. Throws `Failure` with what each of them logged.
    package func startDaemon() async throws {
        let log = "\(Self.folder)/avahi.log"
        let output = "\(Self.folder)/daemon.out"
        var failures: [String] = []
        while failures.count < 3 {
            unlink(log)
            let started = try ChildProcess([Self.script, "--isolated", "--daemon", Self.folder], output: output)
            daemon = started
            do {
                try await eventually("the daemon is there", within: .seconds(60)) {
                    if Self.text(of: log).contains("Server startup complete") { return true }
                    guard !started.hasEnded else { throw Failure(description: "the daemon ended") }
                    return false
                }
                return
            } catch {
                failures.append("\(error): \(Self.text(of: output)) \(Self.text(of: log))")
                await killDaemon()
            }
        }
        throw Failure(description: failures.joined(separator: "\n"))
    }

    /// Kills the daemon without an mDNS goodbye.
    package func killDaemon() async {
        await daemon?.end(SIGKILL)
        daemon = nil
    }

    // Announcements by the programs of Avahi.

    /// Announces a service with `avahi-publish` until `withdraw` or the end of the scope.
    package func publish(
        _ name: String, type: String, port: UInt16, txt: [String] = [], options: [String] = []
    ) throws -> ChildProcess {
        let peer = try ChildProcess(["avahi-publish", "-s"] + options + [name, type, String(port)] + txt)
        helpers.append(peer)
        return peer
    }

    /// Announces an address for a host name, without a reverse name.
    package func publish(host: String, address: String) throws -> ChildProcess {
        let peer = try ChildProcess(["avahi-publish", "-a", "-R", host, address])
        helpers.append(peer)
        return peer
    }

    package func withdraw(_ peer: ChildProcess) async {
        guard let index = helpers.firstIndex(where: { $0.id == peer.id }) else { return }
        helpers.remove(at: index)
        await peer.end()
    }

    /// Returns what `avahi-browse` finds and resolves now, in its parsable form.
    package func browse(_ type: String) async throws -> String {
        outputs += 1
        let file = "\(Self.folder)/browse-\(outputs).out"
        defer { unlink(file) }
        let code = try await ChildProcess(
            ["avahi-browse", "--parsable", "--resolve", "--terminate", type], output: file
        )
        .finish()
        guard code == 0 else { throw Failure(description: "avahi-browse ended with \(code)") }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private func end() async {
        for peer in helpers { await peer.end() }
        helpers = []
        await killDaemon()
        await stopBus()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? [] {
            unlink("\(Self.folder)/\(name)")
        }
    }

    private static func text(of file: String) -> String {
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }

    private static func makeFolder() -> String {
        var template = Array("/tmp/tomte-avahi-XXXXXX".utf8CString)
        let folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/tomte-avahi-\(getpid())"
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(folder)/bus.sock", 1)
        atexit { rmdir(PrivateAvahi.folder) }
        return folder
    }

    private static func canUnshare() -> Bool {
        guard let probe = try? ChildProcess(["unshare", "--mount", "--net", "true"]) else { return false }
        var status: Int32 = 0
        return waitpid(probe.id, &status, 0) == probe.id && status == 0
    }
}

/// Runs `body` with a bus and an Avahi daemon of its own, for one caller at a time, and ends both afterwards.
package func withPrivateAvahi<Value>(
    bus: Bool = true, daemon: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ body: (PrivateAvahi) async throws -> Value
) async throws -> Value {
    try await PrivateAvahi.run(bus: bus, daemon: daemon, isolation: isolation, body)
}
