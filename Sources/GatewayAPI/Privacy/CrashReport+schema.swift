import HomeModel

extension CrashReport: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "CrashReport",
        .object(
            [
                "id": .id, "time": .time, "version": .text, "architecture": .text, "isSignalFromOutside": .boolean,
                "uptimeSeconds": .count,
                "frames": .array(of: .text(pattern: "^(-|0x[0-9a-f]+)$")).about(
                    "The return addresses, as distances from the beginning of the program, the innermost first; `-` is "
                        + "one in a library."),
                "lines": .array(of: .crashReportLine).about(
                    "The last log lines without names, ids and addresses, oldest first."),
            ],
            optional: [
                "signal": .text.about("Like `SIGSEGV`; absent for an end without a signal that a process can see."),
                "phase": .word(of: Phase.self),
            ]
        ).about("A report about a run of the gateway that did not end in order."))

    static let example = CrashReport(
        id: CrashReport.ID("k3x9d0a7q2m4w8zp"), time: .example, version: "0.1.0", architecture: "aarch64",
        signal: "SIGSEGV", isSignalFromOutside: false, phase: .serving, uptimeSeconds: 86_400,
        frames: ["0x1a2b3c", "-", "0x4d5e6f"],
        lines: [Line(secondsBefore: 3, text: "error a device could not be reached device.id=<device.id 1>")])
}

extension CrashReport.Summary: DocumentedBody {
    static let schema = Schema.component(
        "CrashReportSummary",
        .object(
            [
                "id": .id, "time": .time, "version": .text, "isSignalFromOutside": .boolean, "uptimeSeconds": .count,
            ],
            optional: [
                "signal": .text.about("Like `SIGSEGV`; absent for an end without a signal that a process can see."),
                "phase": .word(of: CrashReport.Phase.self),
            ]
        ).about("How a run of the gateway ended. The report itself has the addresses and the log lines."))

    static let example = CrashReport.Summary(.example)
}

extension Schema {
    fileprivate static let crashReportLine = component(
        "CrashReportLine",
        .object(["secondsBefore": .count.about("Before the end of the run."), "text": .text]))
}
