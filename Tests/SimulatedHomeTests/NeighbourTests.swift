import AvahiDiscovery
import Logging
import SimulatedHome
import TestSupport
import Testing

/// The records of HomeKit and Matter devices that a scenario shows on the network.
@Suite(
    .enabled(if: PrivateAvahi.isAvailable, Comment(rawValue: PrivateAvahi.requirement)), .timeLimit(.minutes(15)))
struct NeighbourTests {
    @Test func avahiBrowseSeesTheNeighboursOfTheVilla() async throws {
        try await withPrivateAvahi { avahi in
            try await HomeBroker.run { broker in
                var scenario = try ScenarioFile.read("flat")
                scenario.services = try ScenarioFile.read("villa").services
                let publisher = AvahiPublisher(logger: Logger(label: "test"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await publisher.run() }
                    try await broker.live(scenario, publisher: publisher) { _ in
                        for service in scenario.services {
                            // Resolved, with its port; each try lasts as long as avahi-browse takes.
                            while try await !avahi.browse(service.type).contains(";\(service.port);") {
                                try Task.checkCancellation()
                            }
                        }
                        let commissionable = try await avahi.browse("_matterc._udp")
                        #expect(commissionable.contains("DD200C20D25AE5F7") && commissionable.contains("\"D=840\""))
                    }
                    await publisher.stop()
                    try await group.waitForAll()
                }
            }
        }
    }
}
