import HomeModel
import Testing

@testable import TomteCommands

@Suite struct NameMatchTests {
    private let items = [("a", "Hall lamp"), ("b", "Café"), ("c", "Twin"), ("d", "twin"), ("twin-id", "c")]

    private func match(_ text: String) throws(CLIError) -> String {
        try NameMatch.one(of: items, noun: .device, text: text, id: \.0, name: \.1).0
    }

    @Test(arguments: [
        ("a", "a"), ("hall LAMP", "a"), ("cafe\u{301}", "b"), ("c", "c"),
    ]) func idWinsOverNameAndNamesIgnoreCase(text: String, id: String) throws { #expect(try match(text) == id) }

    @Test func nameOfTwoItemsIsAmbiguous() {
        do throws(CLIError) {
            _ = try match("TWIN")
            Issue.record("a name of two items matched")
        } catch {
            guard case .ambiguous(_, _, ids: ["c", "d"]) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func unknownNameIsEscapedInTheMessage() {
        do throws(CLIError) {
            _ = try match("\u{1B}[31mx")
            Issue.record("an unknown name matched")
        } catch {
            #expect(error.sentences.first == "There is no device “\\u{1b}[31mx”.")
        }
    }
}
