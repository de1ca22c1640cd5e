import Foundation
import HomeModel
import SeededRandom
import Testing

struct MoneyAmountTests {
    @Test(arguments: [
        ("1.85", 185_000, "1.85"), ("0.6", 60_000, "0.60"), ("0", 0, "0.00"), ("12.34567", 1_234_567, "12.34567"),
        ("-0.05", -5_000, "-0.05"), ("9999999.99999", 999_999_999_999, "9999999.99999"), ("007", 700_000, "7.00"),
        ("-0", 0, "0.00"), ("1.20000", 120_000, "1.20"), ("0.00001", 1, "0.00001"),
    ])
    func decimalIsReadExactly(text: String, number: Int, description: String) throws {
        let amount = try #require(MoneyAmount(text))
        #expect(amount.hundredThousandths == Int128(number))
        #expect(amount.description == description)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "1,85", "+1", "--1", "1e3", "1.234567", "10000000", "NaN", "inf", "0x1", " 1", "1 ", "١",
        "1.8.5",
        "-", "-.5", String(repeating: "1", count: 100_000),
    ])
    func otherTextIsNoAmount(text: String) {
        #expect(MoneyAmount(text) == nil)
    }

    @Test(arguments: ["1.85", #"{"amount":1}"#, "[]", "null"])
    func numberInJSONIsRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(MoneyAmount.self, from: Data(json.utf8)) }
    }

    /// The oracles shift the point in the text, and compare with both neighbours.
    @Test(arguments: UInt64(1)...300)
    func textAndRoundingAreExact(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let number = Int.random(in: -999_999_999_999...999_999_999_999, using: &random)
        let amount = MoneyAmount(hundredThousandths: Int128(number))
        #expect(MoneyAmount(amount.description) == amount, "seed \(seed)")
        var digits = String(abs(number))
        digits = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        let full = "\(number < 0 ? "-" : "")\(digits.dropLast(5)).\(digits.suffix(5))"
        #expect(MoneyAmount(full) == amount, "seed \(seed)")
        #expect(full.hasPrefix(amount.description), "seed \(seed)")
        let steps: [(decimals: Int, step: Int128)] = [(0, 100_000), (1, 10_000), (2, 1000), (3, 100), (4, 10), (5, 1)]
        for (decimals, step) in steps {
            let rounded = NearestEven.quotient(Int128(number), by: step) * step
            #expect(amount.rounded(toDecimals: decimals).hundredThousandths == rounded, "seed \(seed), \(decimals)")
        }
    }

    @Test(arguments: [
        ("0.125", "0.12"), ("0.135", "0.14"), ("-0.125", "-0.12"), ("-0.135", "-0.14"), ("0.12501", "0.13"),
    ])
    func halfIsRoundedToEven(text: String, rounded: String) {
        #expect(MoneyAmount(text)?.rounded(toDecimals: 2).description == rounded)
    }

    @Test(arguments: [("SEK", true), ("EUR", true), ("JPY", true), ("KWD", true), ("ZZZ", false)])
    func currencyIsInUseOrNot(code: String, isInUse: Bool) {
        #expect(Currency(code)?.description == code)
        #expect(Currency(code)?.isInUse == isInUse)
    }

    @Test(arguments: ["", "sek", "SE", "SEKK", "kr", "€", "S K", "ＳＥＫ"])
    func textOfAnotherFormIsNoCurrency(code: String) {
        #expect(Currency(code) == nil)
    }
}
