import AvahiDiscovery
import Logging
import SimulatedHome
import TestSupport
import Testing

/// The HomeKit and Matter services that a scenario advertises on the network.
@Suite(
    .enabled(if: PrivateAvahi.isAvailable, Comment(rawValue: PrivateAvahi.requirement)), .timeLimit(.minutes(15)))
struct ScenarioServiceTests {
    @Test func avahiBrowseFindsTheServicesOfTheVilla() async throws {
        try await withPrivateAvahi { avahi in
            try await HomeBroker.run { broker in
                var scenario = try ScenarioFile.read("flat")
                scenario.services = try ScenarioFile.read("villa").services
                let publisher = AvahiPublisher(logger: Logger(label: "test"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await publisher.run() }
                    try await broker.simulate(scenario, publisher: publisher) { _ in
                        for service in scenario.services {
                            // A resolved entry contains the port. Each try takes as long as avahi-browse runs.
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
