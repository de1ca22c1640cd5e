import Logging
import Testing

@testable import CrashReports

struct LogLineRedactorTests {
    /// Columns: the message, the metadata and the redacted line.
    @Test(
        arguments: [
            ("retention failed", [:], "error retention failed"),
            ("a part does not answer, so it ends.", [:], "error a part does not answer, so it ends."),
            ("connected to 192.168.1.7:8883", [:], "error connected to …"),
            ("the file /var/lib/tomte/home.sqlite", [:], "error the file …"),
            ("token eyJhbGciOiJFUzI1NiJ9.e30", [:], "error token …"),
            ("key 9f86d081884c7d659a2feaa0c55ad015", [:], "error key …"),
            ("Kökslampan", [:], "error …"),
            ("", [:], "error"),
            ("x", ["count": "12", "seconds": "3"], "error x count=12 seconds=3"),
            ("x", ["count": "12 lamps"], "error x count=<count 1>"),
            ("x", ["part": "messages of the telemetry lane"], "error x part=messages of the telemetry lane"),
            ("x", ["part": "lamp-1"], "error x part=<part 1>"),
            ("x", ["error.code": "diskFull"], "error x error.code=diskFull"),
            ("x", ["error.code": "damaged(what: \"Anna\")"], "error x error.code=damaged"),
            ("x", ["error.code": "The lamp of Anna is away."], "error x error.code=<error.code 1>"),
            ("x", ["error.code": "Anna"], "error x error.code=<error.code 1>"),
            ("x", ["device.id": "hall-lamp"], "error x device.id=<device.id 1>"),
            ("x", ["anna@home": "secret"], "error x …"),
        ] as [(String, [String: String], String)])
    func lineKeepsOnlyWhatIsHarmless(_ message: String, metadata: [String: String], line: String) {
        var redactor = LogLineRedactor()
        #expect(redactor.line(.error, message: message, metadata: metadata) == line)
    }

    /// A reader sees which lines are about the same device, and not which device it is.
    @Test func sameIDHasTheSameNumber() {
        var redactor = LogLineRedactor()
        let lines = ["hall", "attic", "hall"].map { redactor.line(.info, message: "x", metadata: ["device.id": $0]) }
        #expect(
            lines == [
                "info x device.id=<device.id 1>", "info x device.id=<device.id 2>", "info x device.id=<device.id 1>",
            ])
    }
}

struct NameScrubberTests {
    @Test(
        arguments: [
            ("Anna left", "<name> left"), ("ANNA left", "<name> left"), ("anna-2 left", "<name>-2 left"),
            ("Annabel left", "Annabel left"), ("the hall lamp", "the <name>"), ("the lamp", "the <name>"),
            ("Hall lamp", "<name>"),
            ("Ove is short", "<name> is short"), ("Bo is short", "<name> is short"), ("Above", "Above"),
            ("nothing", "nothing"),
        ] as [(String, String)])
    func namesAreReplacedWhereTheyStandAsWords(_ text: String, scrubbed: String) {
        let scrubber = NameScrubber(["Anna", "Hall lamp", "Ove", "Bo", "B", ""])
        #expect(scrubber.scrub(text) == scrubbed)
    }
}
