import Foundation
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import GatewayAPI
@testable import GatewayCore

/// The archive of an export, from the rows to the bytes.
@Suite(.timeLimit(.minutes(10))) struct PersonalArchiveTests {
    private static let time = Timestamp(milliseconds: 1_769_860_800_123)
    private static let series = SeriesID(
        device: DeviceID("meter"), part: .main, capability: CapabilityName(.temperature))

    /// Begins each CSV file, also when a long section continues in it.
    private static let byteOrderMark = "\u{FEFF}"

    // MARK: - Through the routes

    @Test func independentProgramReadsTheArchiveOfTheRoute() async throws {
        try await APIHome.with { home in
            _ = try await home.send(
                "mia", method: .post, path: "/devices/lamp/commands?wait=confirmed",
                body: #"{"capability":"switch","value":true}"#)
            _ = try await home.send(
                "mia", method: .put, path: "/preferences",
                body: #"{"language":"sv","theme":"dark","units":"metric","timeFormat":"24"}"#)
            _ = try await home.send(
                "kim", method: .put, path: "/preferences",
                body: #"{"theme":"light","units":"metric","timeFormat":"12"}"#)
            let response = try await home.send(
                "mia", method: .post, path: "/privacy/exports", body: #"{"includesReadings":true}"#)
            #expect(response.headers[.contentType] == "application/zip")
            #expect(response.headers[.cacheControl] == "no-store")
            let disposition = try #require(response.headers[.contentDisposition])
            let name = try #require(disposition.firstMatch(of: /^attachment; filename="(tomte-mia-[0-9-]+)\.zip"$/)).1
            let texts = try await ArchiveReader.texts(of: Array(response.body.readableBytesView))
            let files = try #require(HTTPField.Name(PersonalExportBody.filesHeader).flatMap { response.headers[$0] })
            #expect(files == "\(texts.count)")
            #expect(texts.keys.allSatisfy { $0.hasPrefix("\(name)/") })
            for section in ExportSection.allCases {
                let json = try #require(texts["\(name)/\(section.rawValue).json"], "\(section)")
                let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
                let csv = try #require(texts["\(name)/\(section.rawValue).csv"], "\(section)")
                let lines = csv.components(separatedBy: "\r\n")
                #expect(lines.first == Self.byteOrderMark + section.columns.joined(separator: ","))
                #expect(lines.count == rows.count + 2, "\(section): each row is one line")
                #expect(rows.allSatisfy { Set($0.keys).isSubset(of: section.columns) }, "\(section)")
            }
            #expect(texts["\(name)/preferences.json"]?.contains(#""theme":"dark""#) == true)
            #expect(texts["\(name)/commands.csv"]?.contains("lamp") == true)
            let temperature = texts["\(name)/readings/thermometer/main/temperature.csv"]
            #expect(temperature == Self.byteOrderMark + "time,value,unit\r\n")
            let index = try #require(texts["\(name)/index.html"])
            #expect(index.contains("<html lang=\"sv\">") && index.contains("Uppgifter om Mia"))
            #expect(!index.contains("<script"))
            // Each file is linked from the index, and nothing else is.
            let links = index.matches(of: /href="([^"]+)"/).map { "\(name)/\($0.1)" }
            #expect(Set(links) == Set(texts.keys).subtracting(["\(name)/index.html"]))
            #expect(!texts.values.contains { $0.lowercased().contains("kim") })
        }
    }

    // MARK: - Hostile texts

    private static func text(of value: ExportValue, as form: ExportFile.Form) throws -> String {
        var file = ExportFileText(of: .section(.sessions, form), in: nil)
        let (bytes, count) = try file.rows(.rows([[value, .none]]))
        #expect(count == 1)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0,\r\n"), ("+1", "'+1,\r\n"), ("@x", "'@x,\r\n"),
            ("a\",b\n=1", "\"a\"\",b\\u{a}=1\",\r\n"), ("-5", "-5,\r\n"),
        ])
    func textIsNoFormulaInCSV(text: String, line: String) throws {
        #expect(try Self.text(of: .text(text), as: .csv) == line)
        let json = try Self.text(of: .text(text), as: .json)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
        #expect(object == ["client": text])
    }

    @Test func indexShowsMarkupAsText() throws {
        let person = Person(id: PersonID("mia"), name: DisplayName("Mia (x)" as StaticString), role: .member)
        let hostile = "\"><img src=x onerror=alert(1)>&\u{202E}"
        let exported = ExportedSeries(
            series: Self.series, deviceName: DisplayName("Meter" as StaticString), unit: hostile, resolution: .raw)
        let html = ExportIndex(
            Self.head(of: person, ExportOptions(includesReadings: true)),
            lines: [.init(file: .series(exported), path: "readings/\"x\".csv", rows: 7)],
            texts: .english
        ).html
        #expect(!html.contains("<img") && html.contains("&lt;img src=x onerror=alert(1)&gt;&amp;\\u{202e}"))
        #expect(html.contains("href=\"readings/&quot;x&quot;.csv\"") && html.contains("<td>7</td>"))
    }

    @Test(
        arguments: [("sv", "sv"), ("sv-FI", "sv"), ("SV", "sv"), ("en-GB", "en"), ("de", "en"), (nil, "en")]
            as [(String?, String)])
    func indexIsInTheNearestLanguage(tag: String?, language: String) {
        #expect(ExportTexts.nearest(to: tag.flatMap { LanguageTag($0) }).language == language)
    }

    @Test(arguments: ExportSection.allCases) func everyLanguageDescribesEachSection(section: ExportSection) {
        for texts in ExportTexts.all {
            #expect(!texts.section(section).title.isEmpty && !texts.section(section).meaning.isEmpty)
        }
        #expect(Set(ExportTexts.all.map { $0.section(section).title }).count == ExportTexts.all.count)
    }

    // MARK: - Times and lengths

    @Test(arguments: [(ExportOptions.Times.utc, "2026-01-31T12:00:00.123Z"), (.home, "2026-01-31T13:00:00.123+01:00")])
    func timesAreInTheWantedZone(times: ExportOptions.Times, text: String) async throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        let head = Self.head(of: Self.mia, ExportOptions(includesReadings: true, times: times), in: zone)
        var archive = try PersonalArchive(head)
        let exported = ExportedSeries(
            series: Self.series, deviceName: DisplayName("Meter" as StaticString), unit: "°C", resolution: .raw)
        var bytes = try archive.add(.file(.section(.sessions, .json)))
        bytes += try archive.add(.rows([[.text("phone"), .time(Self.time)]]))
        bytes += try archive.add(.file(.series(exported)))
        bytes += try archive.add(.history(.readings([Reading(time: Self.time, value: 1.5)])))
        bytes += try archive.finish()
        let texts = try await ArchiveReader.texts(of: bytes)
        #expect(
            texts["tomte-mia-2026-01-31/sessions.json"] == "[\n{\"client\":\"phone\",\"renewedAt\":\"\(text)\"}\n]\n")
        #expect(
            texts["tomte-mia-2026-01-31/readings/meter/main/temperature.csv"]
                == Self.byteOrderMark + "time,value,unit\r\n\(text),1.5,°C\r\n")
    }

    @Test func longSectionContinuesInFurtherFiles() async throws {
        var archive = try PersonalArchive(Self.head(of: Self.mia, ExportOptions()), maximumFileBytes: 60)
        var bytes: [UInt8] = []
        for form in ExportFile.Form.allCases {
            bytes += try archive.add(.file(.section(.sessions, form)))
            for number in 0..<6 { bytes += try archive.add(.rows([[.text("phone-\(number)"), .none]])) }
        }
        bytes += try archive.finish()
        let texts = try await ArchiveReader.texts(of: bytes)
        let json = texts.filter { $0.key.hasSuffix(".json") }.map(\.value)
        let rows = try json.flatMap { text in
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: String]] ?? []
        }
        #expect(json.count > 1 && rows.compactMap { $0["client"] }.sorted() == (0..<6).map { "phone-\($0)" })
        let csv = texts.filter { $0.key.hasSuffix(".csv") }.map(\.value)
        #expect(csv.count > 1 && csv.allSatisfy { $0.hasPrefix(Self.byteOrderMark + "client,renewedAt\r\n") })
        let index = try #require(texts.first { $0.key.hasSuffix("/index.html") }).value
        #expect(index.contains("<td>6</td>"))
    }

    @Test func archiveOfAnExportThatEndedEarlyIsNotValid() async throws {
        var archive = try PersonalArchive(Self.head(of: Self.mia, ExportOptions()))
        var bytes = try archive.add(.file(.section(.profile, .json)))
        bytes += try archive.add(.rows([]))
        bytes += try archive.add(.file(.section(.profile, .csv)))
        let early = bytes
        await #expect(throws: ArchiveReader.InvalidArchive.self) { try await ArchiveReader.texts(of: early) }
    }

    /// A year of readings, one a minute: each piece is small, and the archive keeps none of them.
    @Test func piecesOfALongSeriesAreSmall() throws {
        let head = Self.head(of: Self.mia, ExportOptions(includesReadings: true))
        var archive = try PersonalArchive(head)
        let exported = ExportedSeries(
            series: Self.series, deviceName: DisplayName("Meter" as StaticString), unit: "°C", resolution: .raw)
        _ = try archive.add(.file(.series(exported)))
        var (largest, total) = (0, 0)
        for page in 0..<53 {
            let start = Self.time + .seconds(page * 600_000)
            let rows = (0..<10_000).map { Reading(time: start + .seconds($0 * 60), value: Double($0 % 97) / 4) }
            let piece = try archive.add(.history(.readings(rows)))
            largest = max(largest, piece.count)
            total += piece.count
        }
        #expect(largest < 1 << 20 && total > 1 << 20)
        #expect(try archive.finish().count < 64 << 10)
    }

    private static let mia = Person(id: PersonID("mia"), name: DisplayName("Mia" as StaticString), role: .member)

    private static func head(of person: Person, _ options: ExportOptions, in zone: TimeZone = .gmt) -> ExportHead {
        ExportHead(person: person, options: options, startedAt: time, timeZone: zone)
    }
}

extension APIHome {
    fileprivate func send(
        _ caller: String, method: HTTPRequest.Method, path: String, body: String
    ) async throws -> TestResponse {
        let response = try await client.executeRequest(
            uri: "/api/v1\(path)", method: method, headers: [.caller: caller, .contentType: "application/json"],
            body: ByteBuffer(string: body))
        #expect((200..<300).contains(response.status.code), "\(path): \(String(buffer: response.body).prefix(200))")
        return response
    }
}
