import DeviceFixtures
import SeededRandom
import HomeModel
import Testing

@testable import DeviceProtocols

/// Arbitrary templates and values give an error or a text of limited length and never trap.
@Suite struct TemplateHostileInputTests {
    private static let pieces = [
        "{{", "}}", "{%", "%}", "{#", "#}", "-", "+", "*", "//", "%", "~", "(", ")", "[", "]", "{", "}", ".", ":", "|",
        ",",
        "'", "\"", "\\", "=", "==", "<", " if ", " else ", " in ", " not ", " is ", " and ", "{% if ", "{% endif %}",
        "{% set a = ", "value", "value_json", "9223372036854775807", "-9223372036854775808", "1e308", "0", "0.5", "''",
        "|float", "|int", "|round(", "|truncate(", "|replace('','')", "|tojson", ".get(", "[-1]", "[:", "é", "\u{0}",
        "𝄞",
    ]
    private static let values: [JSONValue] = [
        .null, .boolean(true), .integer(.min), .integer(.max), .integer(-1), .number(-.infinity), .number(.nan),
        .number(.leastNonzeroMagnitude), .number(1.7976931348623157e308), .number(-0.0), .text(""),
        .text("e\u{301}𝄞\u{0}"),
        .text("-9223372036854775808"), .text("nan"), .list([]), .list([.list([.null]), .text("x")]), .object([:]),
        .object(["a": .object(["b": .integer(1)]), "state": .text("ON"), "": .null]),
    ]

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func mutatedTemplatesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let templates = TemplateFixture.all.map(\.template)
        var parsed = 0
        for _ in 0..<6000 {
            let text = Self.mutated(random.pick(templates), by: templates, using: &random)
            guard let template = try? Template(text) else { continue }
            parsed += 1
            let variables = TemplateVariables(
                value: random.pick(Self.values), json: random.pick(Self.values), more: ["x": random.pick(Self.values)])
            guard let result = try? template.render(variables) else { continue }
            #expect(result.utf8.count <= TemplateLimits.output, "seed \(seed): \(text)")
        }
        #expect(parsed > 500, "seed \(seed): too few mutated templates are valid")
    }

    private static func mutated(
        _ text: String, by others: [String], using random: inout SeededGenerator
    ) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...scalars.count, using: &random)
            let end = min(scalars.count, place + Int.random(in: 0...4, using: &random))
            let other = Array(random.pick(random.chance(0.2) ? others : pieces).unicodeScalars)
            scalars.replaceSubrange(place..<end, with: random.chance(0.2) ? [] : other)
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func chain(of expression: String, operation: String, count: Int) -> String {
        "{{ " + Array(repeating: expression, count: count).joined(separator: " \(operation) ") + " }}"
    }

    /// A short template whose value doubles in size with each of 30 steps.
    private static func doubled(_ first: String, by next: String) -> String {
        "{% set a=\(first) %}" + String(repeating: "{% set a=\(next) %}", count: 30)
    }

    /// Each operator is cheap, but many of them exhaust the work budget.
    @Test(
        arguments: [
            chain(of: "value[:60] in value", operation: "and", count: 40),
            chain(of: "value_json|length", operation: "+", count: 80),
            chain(of: "value_json == value_json", operation: "and", count: 40),
            chain(of: "value_json.zzz|default(0)", operation: "+", count: 40) + " ",
            chain(of: "value_json.k1999.zzz|default(0)", operation: "+", count: 30),
            chain(of: "'x' in value_json", operation: "or", count: 60),
            "{{ value" + String(repeating: "|lower", count: 150) + "|length }}",
            "{{ value" + String(repeating: "|replace('b','c')", count: 60) + "|length }}",
            doubled("[1]", by: "[a,a]") + "{{ a|length }}", doubled("[1]", by: "[a,a]") + "{{ a }}",
            doubled("(1,)", by: "(a,a)") + "{{ 1 if a in {} else 0 }}",
            doubled("(1,)", by: "(a,a)") + "{{ {a: 1}|length }}", doubled("(1,)", by: "(a,a)") + "{{ {}.get(a) }}",
            doubled("{'x': 1}", by: "{'x': a, 'y': a}") + "{{ a == a }}",
            doubled("[1]", by: "[a,a]") + "{{ a == a }}", doubled("[1]", by: "[a,a]") + "{{ a in [a] }}",
            doubled("[1]", by: "[a,a]") + "{{ a|string|length }}", doubled("[1]", by: "[a,a]") + "{{ a|to_json }}",
            doubled("[1]", by: "[[a,a],{'x': a}]") + "{{ 1 if a else 0 }}", doubled("[1]", by: "[a,a][:2]") + "{{ 1 }}",
            doubled("[1]", by: "{'x': [a,a]}['x']") + "{{ 1 }}", doubled("[1]", by: "[a,a]+[a]") + "{{ 1 }}",
            "{% set a=(1,2,3,4,5,6,7,8) %}" + String(repeating: "{% set a=(a,a,a,a,a,a,a,a) %}", count: 5)
                + chain(of: "(a in {})", operation: "or", count: 30),
        ])
    func expensiveTemplateExhaustsTheBudget(text: String) throws {
        let template = try Template(text)
        let keys = JSONObject((0..<8000).map { JSONObject.Member(key: "k\($0)", value: ["a": 1]) })
        let variables = TemplateVariables(value: .text(String(repeating: "a", count: 60_000)), json: .object(keys))
        let message = TemplateBudget()
        var (renderings, error) = (0, DialectError?.none)
        while error == nil, renderings < 100 {
            do throws(DialectError) {
                _ = try template.render(variables, message: message)
                renderings += 1
            } catch let failure {
                error = failure
            }
        }
        #expect(error == .failed("too much work"))
        #expect(throws: DialectError.failed("too much work")) {
            for _ in 0..<100 {
                _ = try Template("{{ value|length + value_json|length }}").render(variables, message: message)
            }
        }
    }

    @Test func typicalTemplateStaysWithinTheBudget() throws {
        let fields = JSONObject((0..<100).map { JSONObject.Member(key: "key\($0)", value: 21.5) })
        let variables = TemplateVariables(value: .text(JSONValue.object(fields).description), json: .object(fields))
        let template = try Template(
            "{{ (value_json.key99 | float * 1.8 + 32) | round(1) if 'key99' in value_json else 0 }}")
        let message = TemplateBudget()
        for _ in 0..<256 { #expect(try template.render(variables, message: message) == "70.7") }
    }

    @Test(
        arguments: [
            ("aab", "aaaabaab", [2, 5]), ("aa", "aaaaa", [0, 2]), ("abab", "abaababab", [3]), ("b", "aaa", []),
            ("é", "eé\u{301}é", [1, 5]), ("abcd", "abc", []), ("", "abc", [0]),
        ] as [(String, String, [Int])])
    func partsAreFoundWithoutOverlap(part: String, text: String, places: [Int]) {
        #expect(PythonText.offsets(of: part, in: text) == places)
        #expect(PythonText.offsets(of: part, in: text, limit: 1) == Array(places.prefix(1)))
    }

    @Test func largePayloadsRenderWithinLimitsOrFail() {
        let text = String(repeating: "a", count: 60_000)
        let list = JSONValue.list(Array(repeating: .text("aa"), count: 8000))
        let variables = TemplateVariables(value: .text(text), json: list)
        for (template, outcome) in [
            ("{{ value }}", "not rendered: templateFailed"),
            ("{{ value[:30000] ~ 'b' in value }}", "“False”"),
            ("{{ value | replace('a', 'bb') | length }}", "not rendered: templateFailed"),
            ("{{ value.split('a') | length }}", "not rendered: templateFailed"),
            ("{{ value_json }}", "not rendered: templateFailed"),
            ("{{ value_json + value_json }}", "not rendered: templateFailed"),
            ("{{ 'ab' in value_json }}", "“False”"),
            ("{{ value | length + value_json | length }}", "“68000”"),
        ] {
            #expect(TemplateFixture.outcome(template, variables: variables) == outcome, "\(template)")
        }
    }
}
