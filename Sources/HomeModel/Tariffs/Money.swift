/// An amount of money in its currency. Amounts of different currencies are never added.
package struct Money: Hashable, Sendable {
    /// What people enter has at most this many digits before the point: enough for a house in most currencies.
    package static let maximumWholeDigits = 9
    /// A sum may have more.
    private static let maximumDigitsOfSum = 13
    package static let enteredPattern = "^[0-9]{1,9}(\\.[0-9]{1,5})?$"
    private static let perUnit: Int128 = 100_000

    package let amount: MoneyAmount
    package let currency: Currency

    package init(_ amount: MoneyAmount, currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// Whether people may enter the amount: it is not negative, and not too large.
    package var isEnterable: Bool {
        let limit = (0..<Self.maximumWholeDigits).reduce(Self.perUnit) { limit, _ in limit * 10 }
        return (0..<limit).contains(amount.hundredThousandths)
    }
}

extension Money: CustomStringConvertible {
    package var description: String { "\(amount) \(currency)" }
}

extension Money: Codable {
    private enum CodingKeys: String, CodingKey { case amount, currency }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .amount)
        guard let amount = MoneyAmount(text, maximumWholeDigits: Self.maximumDigitsOfSum) else {
            throw DecodingError.dataCorruptedError(
                forKey: .amount, in: container, debugDescription: MoneyAmount.rule)
        }
        self.init(amount, currency: try container.decode(Currency.self, forKey: .currency))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(amount, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}
