import GatewayCore
import Testing

@testable import GatewayAPI

@Suite struct PrometheusTextTests {
    @Test func counterHasThreeLines() {
        let text = PrometheusText([.counter("tomte_x_total", help: "Things.", value: 3)]).text
        #expect(text == "# HELP tomte_x_total Things.\n# TYPE tomte_x_total counter\ntomte_x_total 3\n")
    }

    @Test func emptyCounterStillHasItsType() {
        let text = PrometheusText([.counter("tomte_x_total", help: "Things.", by: "reason", values: [:])]).text
        #expect(text == "# HELP tomte_x_total Things.\n# TYPE tomte_x_total counter\n")
    }

    @Test func labelsAndHelpAreEscaped() {
        let text = PrometheusText([
            .gauge("tomte_x", help: "a\\b\n# TYPE evil counter", by: "version", values: ["1\"} 7\nevil 1\\": 1])
        ]).text
        #expect(
            text == """
                # HELP tomte_x a\\\\b\\n# TYPE evil counter
                # TYPE tomte_x gauge
                tomte_x{version="1\\"} 7\\nevil 1\\\\"} 1

                """)
    }

    @Test func bucketsAreCumulative() {
        var histogram = Histogram(bounds: [0.001, 0.5])
        for duration in [Duration.milliseconds(1), .milliseconds(2), .milliseconds(500), .seconds(7)] {
            histogram.record(duration)
        }
        let text = PrometheusText([.histogram("tomte_x_seconds", help: "Time.", histogram: histogram)]).text
        #expect(
            text == """
                # HELP tomte_x_seconds Time.
                # TYPE tomte_x_seconds histogram
                tomte_x_seconds_bucket{le="0.001"} 1
                tomte_x_seconds_bucket{le="0.5"} 3
                tomte_x_seconds_bucket{le="+Inf"} 4
                tomte_x_seconds_sum 7.503
                tomte_x_seconds_count 4

                """)
    }

    @Test(
        arguments: [
            (0, "0"), (-3, "-3"), (0.25, "0.25"), (9_007_199_254_740_991, "9007199254740991"), (1e300, "1e+300"),
            (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
        ] as [(Double, String)])
    func numbersAreFormattedLikeGo(number: Double, text: String) {
        #expect(PrometheusText.number(number) == text)
    }
}
