import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum EnergyRoutes {
    private static let from = QueryParameter.time("from", "The first moment; a day ago otherwise")
    private static let to = QueryParameter.time("to", "The first moment after; now otherwise")
    private static let by = QueryParameter.word(
        "by", of: EnergyQuery.Grouping.self, "What a row stands for; a device otherwise")
    private static let split = QueryParameter.word(
        "split", of: EnergyQuery.Split.self, "By what each hour or day is split up; a row for the whole otherwise")

    static let all: [Route] = [
        .on(.get, "/energy", .perItem, "Energy of the devices that one may see, in kWh", query: [from, to, by, split]) {
            call in
            let now = call.home.clock.now()
            let query = EnergyQuery(
                from: try call.query(from) ?? now - .days(1), to: try call.query(to) ?? now,
                by: try call.query(by) ?? .device, split: try call.query(split))
            // Years take longer to add up, to sort and to write than other requests on this loop should wait.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                let balance = try await call.home.energy.balance(query, as: call.identity)
                let body = EnergyBody(
                    from: balance.from, to: balance.to, by: query.grouping.rawValue,
                    rows: balance.rows.map(EnergyRowBody.init), totals: balance.totals)
                return EncodedAnswer<EnergyBody>(bytes: Array(try JSONEncoder.ofAnswers.encode(body)))
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
