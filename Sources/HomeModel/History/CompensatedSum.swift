/// A sum whose error does not grow with the number of its terms. Source: A. Neumaier, ZAMM 54 (1974).
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    mutating func add(_ term: Double) {
        let next = sum + term
        compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    var value: Double { sum + compensation }
}
