import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// Energy totals.
enum EnergyRoutes {
    private static let from = QueryParameter.time("from", about: "The start, inclusive; a day ago by default")
    private static let to = QueryParameter.time("to", about: "The end, exclusive; now by default")
    private static let by = QueryParameter.word(
        "by", of: EnergyQuery.Grouping.self, about: "What one row stands for; `device` by default")
    private static let split = QueryParameter.word(
        "split", of: EnergyQuery.Split.self,
        about: "Whether each hour or day has a row for each device or room; one row by default")

    static let all: [Route<ReadingServices>] = [
        .on(
            .get, path: "/energy", access: .perItem,
            summary: "Get the energy of the devices that the caller may see, in kWh",
            query: [from, to, by, split]
        ) {
            call in
            let now = call.services.state.clock.now()
            let query = EnergyQuery(
                from: try call.query(from) ?? now - .days(1), to: try call.query(to) ?? now,
                by: try call.query(by) ?? .device, split: try call.query(split))
            // Several years take too long to add up, sort and encode on this event loop, where other requests wait.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                let balance = try await call.services.energy.balance(query, as: call.identity)
                let body = EnergyBody(
                    from: balance.from, to: balance.to, by: query.grouping.rawValue,
                    rows: balance.rows.map(EnergyRowBody.init), totals: balance.totals)
                return EncodedResponse<EnergyBody>(bytes: Array(try JSONEncoder.forResponses.encode(body)))
            }
        }
    ]
}

extension EnergyRowBody {
    fileprivate init(_ row: EnergyBalance.Row) {
        switch row.key.consumer {
        case .device(let id): self.init(device: id, name: row.name, start: row.key.start, amounts: row.amounts)
        case .room(let id): self.init(room: id, name: row.name, start: row.key.start, amounts: row.amounts)
        case nil: self.init(start: row.key.start, amounts: row.amounts)
        }
    }
}
