import Foundation
import TestSupport
import Testing

@testable import GatewayApp

struct ServiceManagerTests {
    /// Systemd uses a path; a container can use an abstract socket, which has no file.
    @Test(arguments: ["/tmp/tomte-notify-\(UUID().uuidString)", "@tomte-notify-\(UUID().uuidString)"])
    func stateArrivesAtTheSocket(address: String) throws {
        let receiver = try #require(NotifySocket(address))
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": address]))
        manager.send(.ready, .status("It serves.\nWATCHDOG=1"))
        #expect(receiver.receive() == "READY=1\nSTATUS=It serves.WATCHDOG=1\n")
        manager.send(.alive)
        #expect(receiver.receive() == "WATCHDOG=1\n")
        manager.send(.stopping, .extendingTimeout(.seconds(30)))
        #expect(receiver.receive() == "STOPPING=1\nEXTEND_TIMEOUT_USEC=30000000\n")
    }

    @Test(arguments: [
        [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "/"], ["NOTIFY_SOCKET": "relative"],
        ["NOTIFY_SOCKET": "vsock:2:1234"], ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
    ])
    func processWithoutAUsableSocketIsNotManaged(environment: [String: String]) {
        #expect(ServiceManager(environment: environment) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("30000000", nil, .seconds(30)), ("30000000", "7", .seconds(30)),
            // The variables belong to another process.
            ("30000000", "8", nil), ("0", "7", nil), ("-5", "7", nil), ("soon", "7", nil), ("30000000", "", nil),
        ] as [(String?, String?, Duration?)])
    func watchdogAppliesToTheNamedProcessOnly(microseconds: String?, process: String?, timeout: Duration?) throws {
        var environment = ["NOTIFY_SOCKET": "/run/notify"]
        environment["WATCHDOG_USEC"] = microseconds
        environment["WATCHDOG_PID"] = process
        let manager = try #require(ServiceManager(environment: environment, processID: 7))
        #expect(manager.watchdogTimeout == timeout)
    }

    /// Nothing reads at the socket, so its queue fills.
    @Test func managerThatDoesNotReadIsNotWaitedFor() throws {
        let address = "@tomte-notify-\(UUID().uuidString)"
        let receiver = try #require(NotifySocket(address))
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": address]))
        for _ in 0..<10_000 { manager.send(.alive) }
        #expect(receiver.receive() == "WATCHDOG=1\n")
    }

    @Test func managerThatIsAwayIsIgnored() throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "/tmp/no-such-socket"]))
        manager.send(.ready)
    }
}
