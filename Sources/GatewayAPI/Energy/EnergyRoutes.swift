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
                    rows: balance.rows.map(EnergyRowBody.init), totals: balance.totals,
                    cost: balance.cost.ifAny, revenue: balance.revenue.ifAny)
                return EncodedResponse<EnergyBody>(bytes: Array(try JSONEncoder.forResponses.encode(body)))
            }
        },
        .on(
            .get, path: "/energy/tariffs", access: .perItem,
            summary: "Get the prices of electricity, for callers who may see the energy of a device"
        ) { call in
            TariffsBody(tariffs: try await call.services.tariffs.table(as: call.identity).versions)
        },
        .on(
            .put, path: "/energy/tariffs/:validFrom", access: .requires(.modifySettings),
            summary: "Set the prices of electricity from a date on; replaces those from the same date",
            taking: TariffPricesBody.self
        ) { call, new in
            let version = Tariff(
                validFrom: try call.date("validFrom"), currency: new.currency, price: new.price, feedIn: new.feedIn)
            return TariffsBody(tariffs: try await call.services.tariffs.set(version, as: call.identity).versions)
        },
        .on(
            .delete, path: "/energy/tariffs/:validFrom", access: .requires(.modifySettings),
            summary: "Remove the prices of electricity from a date on, so that the earlier ones apply"
        ) { call in
            let date = try call.date("validFrom")
            return TariffsBody(
                tariffs: try await call.services.tariffs.remove(from: date, as: call.identity).versions)
        },
    ]
}

extension EnergyRowBody {
    fileprivate init(_ row: EnergyBalance.Row) {
        var (device, room): (DeviceID?, RoomID?) = (nil, nil)
        switch row.key.consumer {
        case .device(let id): device = id
        case .room(let id): room = id
        case nil: break
        }
        self.init(
            device: device, room: room, name: row.name, start: row.key.start, amounts: row.amounts,
            cost: row.cost.ifAny, revenue: row.revenue.ifAny)
    }
}

extension [EnergyCost] {
    /// Nil for an empty list, which an answer does not contain.
    fileprivate var ifAny: [EnergyCost]? { isEmpty ? nil : self }
}
