import HomeModel

/// The columns of roll-ups that are known so far, and what they let expect of the next one.
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

    struct Column {
        let value: KeyPath<RollUp, Double>
        let known: WritableKeyPath<RollUpColumns, [Double]>
        /// One of them is chosen for the whole column; nil expects nothing.
        let expectations: [(RollUpColumns) -> [Double]?]
    }

    /// In the order in which they are written, each may look at those before it.
    static var order: [Column] {
        [
            Column(value: \.last, known: \.last, expectations: [{ _ in nil }]),
            Column(value: \.first, known: \.first, expectations: [{ _ in nil }, \.previousLast]),
            Column(value: \.minimum, known: \.minimum, expectations: [{ zip($0.first, $0.last).map(min) }]),
            Column(value: \.maximum, known: \.maximum, expectations: [{ zip($0.first, $0.last).map(max) }]),
            Column(
                value: \.increase, known: \.increase,
                expectations: [{ _ in nil }, { zip($0.last, $0.previousLast).map(-) }]),
            Column(value: \.sum, known: \.sum, expectations: [{ _ in nil }, \.trapezoid]),
            Column(value: \.mean, known: \.mean, expectations: [{ zip($0.sum, $0.counts).map { $0 / Double($1) } }]),
        ]
    }

    private var previousLast: [Double] { last.prefix(1) + last.dropLast() }

    private var trapezoid: [Double] {
        zip(zip(first, last), counts).map { ($0.0 + $0.1) / 2 * Double($1) }
    }
}
