import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum EnergyRoutes {
    private static let from = QueryParameter.time("from", "The first moment; a day ago otherwise")
    private static let to = QueryParameter.time("to", "The first moment after; now otherwise")
    private static let by = QueryParameter.word(
        "by", of: EnergyQuery.Grouping.self, "What a row stands for; a device otherwise")

    static let all: [Route] = [
        .on(.get, "/energy", .perItem, "Energy of the devices that one may see, in kWh", query: [from, to, by]) {
            call in
            let now = call.home.clock.now()
            let query = EnergyQuery(
                from: try call.query(from) ?? now - .days(1), to: try call.query(to) ?? now,
                by: try call.query(by) ?? .device)
            let balance = try await call.home.energy.balance(query, as: call.identity)
            return EnergyBody(
                from: balance.from, to: balance.to, by: query.grouping.rawValue,
                rows: balance.rows.map(EnergyRowBody.init), totals: balance.totals)
        }
    ]
}

extension EnergyRowBody {
    fileprivate init(_ row: EnergyBalance.Row) {
        switch row.key {
        case .device(let id): self.init(device: id, name: row.name, amounts: row.amounts)
        case .room(let id): self.init(room: id, name: row.name, amounts: row.amounts)
        case .time(let start): self.init(start: start, amounts: row.amounts)
        }
    }
}
