import HomeModel
import SeededRandom
import Testing

struct EnergyCostTests {
    /// The oracle adds the products as whole numbers and searches the nearest whole number of 1/100 000.
    @Test(arguments: UInt64(1)...300)
    func costIsTheExactSumRoundedOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var sum = CostSum()
        var exact: Int128 = 0
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let price = Int.random(in: -500_000...5_000_000, using: &random)
            let nano = Int.random(in: -1_000...9_000_000_000_000, using: &random)
            sum.add(Double(nano) / 1e9, price: MoneyAmount(hundredThousandths: Int128(price)))
            exact += Int128(nano) * Int128(price)
        }
        let expected = NearestEven.quotient(exact, by: 1_000_000_000)
        #expect(sum.amount.hundredThousandths == expected, "seed \(seed)")
    }

    /// 0.1 + 0.2 and 3 × 0.1 differ as floating point numbers.
    @Test func tenthsAddUpExactly() throws {
        var sum = CostSum()
        let price = try #require(MoneyAmount("0.10000"))
        for _ in 0..<100_000 { sum.add(0.1, price: price) }
        #expect(sum.amount.description == "1000.00")
    }

    @Test(arguments: [(0.000005, "0.00"), (0.000015, "0.00002"), (0.000025, "0.00002"), (-0.000015, "-0.00002")])
    func halfIsRoundedToEven(kilowattHours: Double, amount: String) throws {
        var sum = CostSum()
        sum.add(kilowattHours, price: try #require(MoneyAmount("1")))
        #expect(sum.amount.description == amount)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
    func impossibleEnergyDoesNotTrap(kilowattHours: Double) throws {
        var sum = CostSum()
        let price = try #require(MoneyAmount("9999999.99999"))
        for _ in 0..<1000 { sum.add(kilowattHours, price: price) }
        #expect(sum.amount.hundredThousandths.magnitude < Int128.max.magnitude)
    }
}

/// Rounding half to even by comparing the distances to both neighbours, for oracles.
enum NearestEven {
    static func quotient(_ dividend: Int128, by divisor: Int128) -> Int128 {
        var below = dividend / divisor
        while below * divisor > dividend { below -= 1 }
        let (toBelow, toAbove) = (dividend - below * divisor, (below + 1) * divisor - dividend)
        if toBelow == toAbove { return below.isMultiple(of: 2) ? below : below + 1 }
        return toBelow < toAbove ? below : below + 1
    }
}
