import HomeModel
import TimeSeriesStore

/// A day of a synthetic home, in the order in which its readings arrive.
struct CorpusDay: Sendable {
    /// A reading, with the index of its series.
    struct Arrival: Sendable {
        let series: Int
        let reading: Reading
    }

    private let start: Timestamp
    private let ids: [SeriesID]
    private let rules: [QuantityRule?]
    private let seconds: [[Arrival]]

    init(series count: Int, interval: Double, from start: Timestamp) throws {
        let corpus = HomeCorpus(series: count, seed: 2, interval: interval)
        self.start = start
        ids = try corpus.series.indices.map(corpus.id)
        rules = ids.map { QuantityRule(Capability($0.capability)) }
        var seconds = [[Arrival]](repeating: [], count: 86_400)
        for index in corpus.series.indices {
            for reading in corpus.readings(of: index, from: start, for: .days(1)) {
                let second = Int((reading.time - start) / .seconds(1))
                if seconds.indices.contains(second) { seconds[second].append(Arrival(series: index, reading: reading)) }
            }
        }
        self.seconds = seconds
    }

    func arrivals(in range: Range<Int>) -> [Arrival] { seconds[range].flatMap(\.self) }

    /// Returns the readings that arrive in these seconds of the day.
    func batch(in range: Range<Int>) throws -> RecordBatch {
        let validator = ReadingValidator(terms: RetentionTerms())
        let readings = try arrivals(in: range).map { arrival in
            try validator.validate(
                ReportedReading(
                    series: ids[arrival.series], time: arrival.reading.time, value: arrival.reading.value),
                by: rules[arrival.series], now: arrival.reading.time)
        }
        return RecordBatch(readings: readings)
    }
}
