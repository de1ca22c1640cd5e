import HomeModel

/// The columns of roll-ups that are known so far, and the predictions that follow from them for the next one.
struct RollUpColumns {
    let counts: [Int64]
    var first: [Double] = []
    var last: [Double] = []
    var minimum: [Double] = []
    var maximum: [Double] = []
    var increase: [Double] = []
    var sum: [Double] = []
    var mean: [Double] = []

    init(counts: [Int64]) { self.counts = counts }

    /// One column: its value in a roll-up, its place among the known columns, and its possible predictions.
    struct Column {
        let value: KeyPath<RollUp, Double>
        let known: WritableKeyPath<RollUpColumns, [Double]>
        /// One of them is chosen for the whole column; nil means no prediction.
        let predictions: [(RollUpColumns) -> [Double]?]
    }

    /// The columns in the order in which they are written; each may use those before it.
    static var order: [Column] {
        [
            Column(value: \.last, known: \.last, predictions: [{ _ in nil }]),
            Column(value: \.first, known: \.first, predictions: [{ _ in nil }, \.previousLast]),
            Column(value: \.minimum, known: \.minimum, predictions: [{ zip($0.first, $0.last).map(min) }]),
            Column(value: \.maximum, known: \.maximum, predictions: [{ zip($0.first, $0.last).map(max) }]),
            Column(
                value: \.increase, known: \.increase,
                predictions: [{ _ in nil }, { zip($0.last, $0.previousLast).map(-) }]),
            Column(value: \.sum, known: \.sum, predictions: [{ _ in nil }, \.trapezoid]),
            Column(value: \.mean, known: \.mean, predictions: [{ zip($0.sum, $0.counts).map { $0 / Double($1) } }]),
        ]
    }

    private var previousLast: [Double] { last.prefix(1) + last.dropLast() }

    private var trapezoid: [Double] {
        zip(zip(first, last), counts).map { ($0.0 + $0.1) / 2 * Double($1) }
    }
}
