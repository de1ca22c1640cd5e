import Glibc
import Testing

@testable import HostInspection

@Suite struct ListeningSocketsTests {
    @Test func onlyListeningSocketsOfThePortCount() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 00000000:20FB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
               1: 0100007F:20FB 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 100 0 0 10 0
               2: 00000000:22B3 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0 0 10 0
            short line
            """
        #expect(ListeningSockets.sockets(listeningOn: 8443, in: table) == [4711])
        #expect(ListeningSockets.sockets(listeningOn: 8883, in: table) == [4713])
        #expect(ListeningSockets.sockets(listeningOn: 1, in: table) == [])
        #expect(ListeningSockets.sockets(listeningOn: 8443, in: "") == [])
    }

    @Test func ownListenerIsFoundAndReachable() throws {
        let listener = try Listener()
        let sockets = ListeningSockets()
        #expect(sockets.isUsed(listener.port))
        #expect(sockets.programs(on: listener.port).count == 1)
        #expect(ConnectionAttempt.to("127.0.0.1", port: listener.port) == .connected)
        listener.end()
        #expect(!sockets.isUsed(listener.port))
        #expect(ConnectionAttempt.to("127.0.0.1", port: listener.port) == .refused)
    }

    @Test func textThatIsNoAddressIsRefused() {
        #expect(ConnectionAttempt.to("tomte.local", port: 1) == .failed(code: EINVAL))
    }
}

/// A listening TCP socket on a free port of the loopback interface.
private struct Listener {
    private struct Failed: Error {}

    let port: UInt16
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | listen(descriptor, 1) | getsockname(descriptor, $0, &size)
            }
        }
        guard result == 0 else { throw Failed() }
        port = UInt16(bigEndian: address.sin_port)
    }

    func end() { close(descriptor) }
}
