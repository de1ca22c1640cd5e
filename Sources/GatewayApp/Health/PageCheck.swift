import GatewayCore
import HomeModel
import PageFiles

/// The health of the web page.
enum PageCheck {
    static func of(_ library: ChartLibrary) -> HealthChecks.Check {
        {
            guard !library.isInstalled else {
                return SubsystemHealth("page", summary: "with charts", values: ["state": .text("charts")])
            }
            return SubsystemHealth(
                "page", summary: "without charts", values: ["state": .text("tables")],
                findings: [
                    HealthFinding(
                        "page.noCharts", severity: .notice,
                        message: "The library that draws charts is not installed; tables are shown instead.",
                        remedy: "Install it: apt install libjs-chart.js")
                ])
        }
    }
}
