/// What a measurement waited for in vain.
struct Unmeasurable: Error, CustomStringConvertible {
    private let what: String

    init(_ what: String) { self.what = what }

    var description: String { "this never happened: \(what)" }
}
