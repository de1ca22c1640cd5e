import DeviceFixtures
import Foundation
import HomeModel
import Testing

@testable import DeviceProtocols

/// A template and its result in Jinja2, from `Tests/Fixtures/templates.json`.
struct TemplateFixture: Sendable, CustomTestStringConvertible {
    let template: String
    let variables: TemplateVariables
    let result: String?
    /// `syntax`: Jinja2 cannot parse the template. `failed`: Jinja2 cannot render it. `notSupported`: Jinja2 renders
    /// it, but `Template` does not support it.
    let error: String?

    var testDescription: String { template }

    static let all: [TemplateFixture] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/templates.json")
        do {
            let bytes = [UInt8](try Data(contentsOf: file.standardizedFileURL))
            return try (JSONValue(parsing: bytes, limits: .inventory).list ?? []).map(TemplateFixture.init)
        } catch {
            preconditionFailure("templates.json: \(error)")
        }
    }()

    private init(_ json: JSONValue) throws {
        template = try #require(json["template"]?.text)
        let value = json["value"]?.text ?? ""
        var more: [String: JSONValue] = [:]
        for member in json["variables"]?.members ?? [] { more[member.key] = member.value }
        variables = TemplateVariables(
            value: more["value"] ?? .text(value), json: try? JSONValue(parsing: Array(value.utf8)), more: more)
        result = json["result"]?.text
        error = json["error"]?.text
    }

    /// The rendered text in quotation marks, or the stage that failed and the code of the error.
    static func outcome(_ template: String, variables: TemplateVariables) -> String {
        let parsed: Template
        do throws(DialectError) {
            parsed = try Template(template)
        } catch {
            return "not parsed: \(error.code)"
        }
        do throws(DialectError) {
            return "“\(try parsed.render(variables))”"
        } catch {
            return "not rendered: \(error.code)"
        }
    }
}
