import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore

/// Metrics of the gateway.
enum MetricsRoutes {
    static let all: [Route] = [
        .on(
            .get, path: "/metrics", access: .requires(.viewMetrics),
            summary: "Get the metrics of the gateway, for Prometheus"
        ) { call in
            PrometheusText(await call.home.metrics.collect())
        }
    ]
}

extension PrometheusText: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok, meaning: "The metrics in Prometheus' text format 0.0.4.",
            content: ["text/plain": MediaType(.text, example: "tomte_readings_stored_total 42\n")])
    ]

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: Self.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
