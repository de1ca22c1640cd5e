import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum EnergyRoutes {
    static let all: [Route] = [
        .on(.get, "/energy", .perItem) { call in
            let now = call.home.clock.now()
            let query = EnergyQuery(
                from: try call.time("from") ?? now - .days(1), to: try call.time("to") ?? now,
                by: try call.query("by", "device, room, hour or day", EnergyQuery.Grouping.init(rawValue:)) ?? .device)
            let balance = try await call.home.energy.balance(query, as: call.identity)
            return try .json(
                EnergyBody(
                    from: balance.from, to: balance.to, by: query.grouping.rawValue,
                    rows: balance.rows.map(EnergyRowBody.init), totals: balance.totals))
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
