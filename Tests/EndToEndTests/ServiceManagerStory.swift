import Foundation
import Glibc
import TestSupport
import Testing

/// A service manager starts the gateway, learns that it serves and stops, and watches it.
@Suite(.timeLimit(.minutes(15))) struct ServiceManagerStory {
    @Test func serviceManagerLearnsTheStateOfTheGateway() async throws {
        let address = "@tomte-story-\(UUID().uuidString)"
        let socket = try #require(NotifySocket(address))
        let environment = ["env", "NOTIFY_SOCKET=\(address)", "WATCHDOG_USEC=400000"]
        try await withHome(through: environment, isStarted: false) { home in
            try await home.launchGateway()
            var states = ""
            func eventuallyReceives(_ state: String) async throws {
                try await eventually("the service manager receives \(state)") {
                    states += socket.receive()
                    return states.contains(state)
                }
            }
            try await eventuallyReceives("READY=1\n")
            #expect(states.hasPrefix("STATUS=The gateway starts.\nEXTEND_TIMEOUT_USEC=30000000\n"), "\(states)")
            #expect(try await home.tomte("status").status == 0)
            #expect(OccupiedPort(home.httpsPort) == nil)

            // A broker that does not answer is no reason for a restart.
            let broker = try #require(home.brokerProcess)
            kill(broker, SIGSTOP)
            for _ in 0..<5 {
                states = ""
                try await eventuallyReceives("WATCHDOG=1\n")
            }
            kill(broker, SIGCONT)

            await home.stopGateway()
            try await eventuallyReceives("STOPPING=1\n")
        }
    }
}
