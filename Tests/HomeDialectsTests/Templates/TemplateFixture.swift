import Foundation
import HomeModel
import Testing

@testable import HomeDialects

/// What Jinja2 itself is asked too: `Tests/Fixtures/templates.json`.
struct TemplateFixture: Sendable, CustomTestStringConvertible {
    let template: String
    let variables: TemplateVariables
    let result: String?
    /// `syntax` and `failed`: Jinja2 refuses it too, as it reads or as it renders. `notSupported`: it could.
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

    /// The result, or which error it was.
    static func outcome(_ template: String, _ variables: TemplateVariables) -> String {
        let made: Template
        do throws(DialectError) {
            made = try Template(template)
        } catch {
            return "not read: \(error.code)"
        }
        do throws(DialectError) {
            return "“\(try made.render(variables))”"
        } catch {
            return "not rendered: \(error.code)"
        }
    }
}
