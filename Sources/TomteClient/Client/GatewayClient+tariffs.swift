package import GatewayWire
package import HomeModel

/// The routes of the prices of electricity.
extension GatewayClient {
    package func tariffs() async throws(Failure) -> Response<TariffsBody> {
        try await send(GatewayRequest(.get, path: "/energy/tariffs"))
    }

    package func set(
        _ prices: TariffPricesBody, from date: LocalDate
    ) async throws(Failure) -> Response<TariffsBody> {
        try await send(GatewayRequest(.put, path: "/energy/tariffs/\(date)").withBody(prices))
    }

    package func removePrices(from date: LocalDate) async throws(Failure) -> Response<TariffsBody> {
        try await send(GatewayRequest(.delete, path: "/energy/tariffs/\(date)"))
    }
}
