import HomeModel
import HomeStore

@testable import GatewayCore

extension CoreHome {
    private var state: HomeState {
        HomeState(registry: registry, people: people, deviceStates: deviceStates, clock: clock)
    }

    var appliances: ApplianceService {
        ApplianceService(
            store: database.appliances, history: database.serviceHistory, state: state, actions: actions,
            feed: feed)
    }

    var services: ServiceHistoryService {
        ServiceHistoryService(
            store: database.serviceHistory, appliances: database.appliances, state: state, actions: actions,
            feed: feed)
    }
}

extension LocalDate {
    static let testDay = LocalDate("2026-01-10") ?? .first
}
