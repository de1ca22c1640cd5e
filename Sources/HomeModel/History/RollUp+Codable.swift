extension RollUp: Codable {
    private enum Key: String, CodingKey {
        case start, count, minimum, maximum, first, last, mean, sum, increase, coverageMilliseconds
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(
            start: try object.decode(Timestamp.self, forKey: .start),
            count: try object.decode(Int.self, forKey: .count),
            minimum: try object.decode(Double.self, forKey: .minimum),
            maximum: try object.decode(Double.self, forKey: .maximum),
            first: try object.decode(Double.self, forKey: .first),
            last: try object.decode(Double.self, forKey: .last),
            mean: try object.decode(Double.self, forKey: .mean),
            sum: try object.decode(Double.self, forKey: .sum),
            increase: try object.decode(Double.self, forKey: .increase),
            coverage: .milliseconds(try object.decode(Int64.self, forKey: .coverageMilliseconds)))
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(start, forKey: .start)
        try object.encode(count, forKey: .count)
        try object.encode(minimum, forKey: .minimum)
        try object.encode(maximum, forKey: .maximum)
        try object.encode(first, forKey: .first)
        try object.encode(last, forKey: .last)
        try object.encode(mean, forKey: .mean)
        try object.encode(sum, forKey: .sum)
        try object.encode(increase, forKey: .increase)
        try object.encode(coverage.wholeMilliseconds, forKey: .coverageMilliseconds)
    }
}
