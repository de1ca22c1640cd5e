import GatewayWire
import HomeModel

extension HealthBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component("Health", .object(["status": .healthStatus]))
    static let example = HealthBody(status: "ok")
}

extension DiagnosticsBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Diagnostics",
        .object([
            "version": .text, "home": .name, "startedAt": .time, "subsystems": .array(of: .subsystem),
            "findings": .array(of: .finding), "counters": .table(of: .integer, by: .text),
        ]))

    static let example = DiagnosticsBody(
        version: "0.1.0", home: "Home", startedAt: .example,
        subsystems: [
            SubsystemBody(
                name: "clock", status: "warning", summary: "2026-11-22T08:05:06Z, not synchronised",
                values: ["time": .text("2026-11-22T08:05:06Z"), "state": .text("unsynchronised")])
        ],
        findings: [
            FindingBody(
                code: "clock.unsynchronised", severity: "warning", subsystem: "clock",
                message: "The clock is not synchronised.", remedy: "Run a time service.")
        ],
        counters: ["readings.stored": 8640])
}

extension Schema {
    fileprivate static let healthStatus = component("HealthStatus", .words(["ok", "warning", "failing"]))

    fileprivate static let subsystem = component(
        "Subsystem",
        .object(
            ["name": .text, "status": .healthStatus, "summary": .text.about("What the subsystem is and where.")],
            optional: [
                "values": .sentenceValues.about(
                    "The values in the summary, to write it in another language; `state` says which summary it is.")
            ]))

    fileprivate static let finding = component(
        "Finding",
        .object(
            [
                "code": .text.about("Stable, for programs."), "severity": .words(["notice", "warning", "failing"]),
                "subsystem": .text,
                "message": .text.about("One sentence."), "remedy": .text.about("What to do."),
            ],
            optional: [
                "values": .sentenceValues.about("The values in both sentences, to write these in another language.")
            ]))
}
