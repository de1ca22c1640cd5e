import GatewayCore
import PageFiles

/// Health of the web page.
enum PageCheck {
    static func of(_ library: ChartLibrary) -> HealthBoard.Check {
        {
            guard !library.isThere else { return SubsystemHealth("page", summary: "with charts") }
            return SubsystemHealth(
                "page", summary: "without charts",
                findings: [
                    HealthFinding(
                        "page.noCharts", .notice,
                        "The library that draws charts is not installed; tables are shown instead.",
                        remedy: "Install it: apt install libjs-chart.js")
                ])
        }
    }
}
