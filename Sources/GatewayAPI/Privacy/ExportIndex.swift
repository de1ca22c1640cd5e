import Foundation
import GatewayCore
import HomeModel

/// The index of an export: a page without scripts that any browser shows, with a link to each file.
struct ExportIndex {
    /// A file of the archive, with the number of its rows.
    struct Line {
        let file: ExportFile
        let path: String
        var rows = 0
    }

    private let head: ExportHead
    private let lines: [Line]
    private let texts: ExportTexts

    init(_ head: ExportHead, lines: [Line], texts: ExportTexts) {
        self.head = head
        self.lines = lines
        self.texts = texts
    }

    /// The policy forbids whatever a text could still contain.
    var html: String {
        let title = Self.escaped(texts.title.replacing("{name}", with: head.person.name.text))
        return """
            <!DOCTYPE html>
            <html lang="\(texts.language)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(title)</h1>
            \(paragraphs)
            <h2>\(Self.escaped(texts.sectionsHeading))</h2>
            \(sections)
            <h2>\(Self.escaped(texts.readingsHeading))</h2>
            \(readings)
            </body>
            </html>

            """
    }

    private var paragraphs: String {
        let time = head.startedAt.rfc3339(in: head.timeZone).prefix(16).replacing("T", with: " ")
        let made = texts.made.replacing("{time}", with: time)
        let times = head.options.times == .home ? texts.timesOfHome : texts.timesInUTC
        return ([made] + texts.introduction + [times]).map { "<p>\(Self.escaped($0))</p>" }.joined(separator: "\n")
    }

    private var sections: String {
        let rows = ExportSection.allCases.compactMap { section -> String? in
            let files = lines.filter { if case .section(section, _) = $0.file { true } else { false } }
            guard !files.isEmpty else { return nil }
            // Both forms have the same rows, and a long one has several files.
            let count = files.filter { $0.file == .section(section, .json) }.map(\.rows).reduce(0, +)
            let text = texts.section(section)
            var links = files.map { link($0, text: $0.path.hasSuffix(".json") ? "JSON" : "CSV") }
            if section == .attachments { links += attachments }
            return row([
                "<strong>\(Self.escaped(text.title))</strong><br>\(Self.escaped(text.meaning))",
                "\(count)", links.joined(separator: " "),
            ])
        }
        return table([texts.content, texts.rows, ""], rows: rows)
    }

    /// A link to each photograph and manual.
    private var attachments: [String] {
        lines.compactMap { line -> String? in
            guard case .attachment(let attachment) = line.file else { return nil }
            return link(line, text: attachment.title ?? attachment.exportedName)
        }
    }

    private var readings: String {
        guard head.options.includesReadings else { return "<p>\(Self.escaped(texts.readingsLeftOut))</p>" }
        let rows = lines.compactMap { line -> String? in
            guard case .series(let exported) = line.file else { return nil }
            let series = exported.series
            let part = series.part == .main ? "" : " / \(series.part)"
            let unit = exported.unit.map { " (\($0))" } ?? ""
            return row([
                Self.escaped("\(exported.deviceName.text)\(part)"), Self.escaped("\(series.capability)\(unit)"),
                "\(line.rows)", link(line, text: exported.resolution == .hour ? texts.hourly : texts.everyValue),
            ])
        }
        let list = table([texts.device, texts.quantity, texts.rows, ""], rows: rows)
        return "<p>\(Self.escaped(texts.readings))</p>\n\(list)"
    }

    /// The paths have only characters that need no encoding in an address.
    private func link(_ line: Line, text: String) -> String {
        "<a href=\"\(Self.escaped(line.path))\">\(Self.escaped(text))</a>"
    }

    private func table(_ titles: [String], rows: [String]) -> String {
        let head = titles.map { "<th scope=\"col\">\(Self.escaped($0))</th>" }.joined()
        return "<table><thead><tr>\(head)</tr></thead><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>"
    }

    private func row(_ cells: [String]) -> String { "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>" }

    /// Invisible characters are shown as their codes, and the characters of markup as references.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in EscapedText(text, limit: .max).description.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static let style = """
        :root{color-scheme:light dark}
        body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
        body{overflow-wrap:anywhere}
        a,th{overflow-wrap:normal}
        table{border-collapse:collapse;width:100%}
        th,td{text-align:left;vertical-align:top;padding:.4em .8em .4em 0;border-bottom:1px solid #8886}
        """
}
