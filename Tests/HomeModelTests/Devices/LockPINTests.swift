import Testing

@testable import HomeModel

struct LockPINTests {
    @Test(
        arguments: [
            ("1357", true), ("13579135", true), ("135", false), ("135791357", false), ("", false), ("13 57", false),
            ("135a", false), ("-1357", false), ("١٢٣٤", false),
        ])
    func pinHasOnlyDigitsAndAsManyAsTheLockAccepts(pin: String, isAccepted: Bool) {
        #expect(LockPIN(.needed, lengths: 4...8).accepts(Secret(pin)) == isAccepted)
    }

    @Test(arguments: [(4...8, "4 to 8 digits"), (6...6, "6 digits"), (1...1, "1 digit")])
    func lengthsAreSaidInWords(lengths: ClosedRange<Int>, text: String) {
        #expect(LockPIN(.kept, lengths: lengths).lengthText == text)
    }
}
