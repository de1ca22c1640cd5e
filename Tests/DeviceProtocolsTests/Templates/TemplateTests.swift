import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct TemplateTests {
    @Test func fixtureHasAtLeast300Cases() { #expect(TemplateFixture.all.count >= 300) }

    @Test(arguments: TemplateFixture.all)
    func resultsMatchJinja2(fixture: TemplateFixture) throws {
        let expected =
            switch fixture.error {
            case nil: "“\(try #require(fixture.result))”"
            case "failed": "not rendered: templateFailed"
            default: "not parsed: templateNotSupported"
            }
        #expect(TemplateFixture.outcome(fixture.template, variables: fixture.variables) == expected)
    }

    @Test(
        arguments: [
            ("{{ value_json.a }}", ["a"]),
            (" {{ value_json[\"a\"]['b'].c }}\n", ["a", "b", "c"]),
            ("{{value_json.a|is_defined}}", ["a"]),
            ("{{ value_json['update'].state }}", ["update", "state"]),
            ("{{ value_json.update.state }}", nil),
            ("{{ value_json.items }}", nil),
            ("{{ value_json.a | float }}", nil),
            ("{{ value_json[0] }}", nil),
            ("{{ value_json }}", nil),
            ("{{ value }}", nil),
            ("{{ other.a }}", nil),
            ("x{{ value_json.a }}", nil),
            ("{% set value_json = 1 %}{{ value_json.a }}", nil),
        ] as [(String, [String]?)])
    func onlyMemberTemplatesHaveAPath(text: String, path: [String]?) throws {
        #expect(try Template(text).path == path)
    }

    @Test(arguments: [
        ("{{ 9223372036854775807 + 1 }}", "not rendered: templateFailed"),
        ("{{ -9223372036854775807 - 2 }}", "not rendered: templateFailed"),
        ("{{ 9223372036854775807 * 9223372036854775807 }}", "not rendered: templateFailed"),
        ("{{ (-9223372036854775807 - 1) // -1 }}", "not rendered: templateFailed"),
        ("{{ (-9223372036854775807 - 1) % -1 }}", "“0”"),
        ("{{ (-9223372036854775807 - 1) | abs }}", "not rendered: templateFailed"),
        ("{{ 1e300 | int }}", "not rendered: templateFailed"),
        ("{{ 'inf' | float | round }}", "not rendered: templateFailed"),
        ("{{ 1 | round(9223372036854775807) }}", "not rendered: templateFailed"),
        ("{{ '99999999999999999999' | int(1) }}", "not rendered: templateFailed"),
        ("{{ 'x' * 9223372036854775807 }}", "not rendered: templateFailed"),
        ("{{ 'x' | truncate(9223372036854775807, true, '', 9223372036854775807) }}", "“x”"),
        ("{{ 'xyz' | truncate(-9223372036854775807) }}", "not rendered: templateFailed"),
        ("{{ 'xyz'[-9223372036854775807:9223372036854775807] }}", "“xyz”"),
        ("{{ 'xyz'[-9223372036854775807] }}", "“”"),
        ("{{ 'x' * 5000 }}", "not rendered: templateFailed"),
        ("{{ 'x' * 4096 | length }}", "not rendered: templateFailed"),
    ])
    func numberAndTextLimitsAreEnforced(text: String, outcome: String) {
        #expect(TemplateFixture.outcome(text, variables: TemplateVariables(value: "")) == outcome)
    }

    @Test(arguments: [
        ("{% set a = 'xxxxxxxxxxxxxxxx' %}", "{% set a = a ~ a %}", "{{ a | length }}"),
        ("{% set a = [1] %}", "{% set a = [a, a] %}", "{{ a }}"),
        ("{% set a = [] %}{% set b = [] %}", "{% set a = [a, a] %}{% set b = [b, b] %}", "{{ a == b }}"),
        ("{% set a = [1] %}", "{% set a = {'k': a, 'l': a} %}", "{{ a | tojson }}"),
        ("{% set a = [1] %}", "{% set a = a + a %}", "{{ a | length }}"),
    ])
    func repeatedDoublingFails(start: String, step: String, end: String) {
        let text = start + String(repeating: step, count: 20) + end
        let outcome = TemplateFixture.outcome(text, variables: TemplateVariables(value: ""))
        #expect(outcome == "not rendered: templateFailed")
    }

    @Test(arguments: [
        (String(repeating: "x", count: 2049), "tooLarge"),
        ("{{ " + String(repeating: "(", count: 40) + "1" + String(repeating: ")", count: 40) + " }}", "tooDeep"),
        ("{{ " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + " }}", "tooDeep"),
        ("{{ " + String(repeating: "-", count: 40) + "1 }}", "tooDeep"),
        ("{{ " + String(repeating: "not ", count: 40) + "1 }}", "tooDeep"),
        (String(repeating: "{% if 1 %}", count: 40) + String(repeating: "{% endif %}", count: 40), "tooDeep"),
        ("{{ 1" + String(repeating: " if 1 else 1", count: 40) + " }}", "tooDeep"),
        ("{{ 1" + String(repeating: "+1", count: 300) + " }}", "tooMany"),
        ("{{ x" + String(repeating: ".y", count: 300) + " }}", "tooMany"),
        ("{{ x" + String(repeating: "|abs", count: 300) + " }}", "tooMany"),
        (String(repeating: "{{x}}", count: 300), "tooMany"),
        ((0..<40).map { "{{ x\($0) }}" }.joined(), "tooMany"),
    ])
    func templateBeyondALimitIsRefused(text: String, code: String) {
        #expect(TemplateFixture.outcome(text, variables: TemplateVariables(value: "")) == "not parsed: \(code)")
    }

    @Test func longChainOfOperatorsIsRendered() {
        let text = "{{ 1" + String(repeating: "+1", count: 120) + " }}"
        #expect(TemplateFixture.outcome(text, variables: TemplateVariables(value: "")) == "“121”")
    }

    @Test func errorNamesTheUnsupportedElement() {
        #expect(throws: DialectError.templateNotSupported(EscapedText("“now()”"))) { try Template("{{ now() }}") }
        #expect(throws: DialectError.templateNotSupported(EscapedText("“{% for %}”"))) {
            try Template("{% for x in y %}")
        }
        #expect(throws: DialectError.templateNotSupported(EscapedText("the filter “regex_replace”"))) {
            try Template("{{ value | regex_replace('a', 'b') }}")
        }
    }
}
