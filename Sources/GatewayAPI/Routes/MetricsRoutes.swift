import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore

enum MetricsRoutes {
    static let all: [Route] = [
        .on(.get, "/metrics", .requires(.viewMetrics), "The gateway's own figures, for Prometheus") { call in
            PrometheusText(await call.home.metrics.collect())
        }
    ]
}

extension PrometheusText: Answer {
    static let documentation = [
        AnswerDocumentation(
            status: .ok, meaning: "Prometheus' text format 0.0.4.",
            content: ["text/plain": MediaType(.text, example: "tomte_readings_stored_total 42\n")])
    ]

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: Self.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
