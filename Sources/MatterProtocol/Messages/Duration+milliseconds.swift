extension Duration {
    /// The duration in milliseconds without the rest, within the range of `Int64`.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooLong else { return seconds < 0 ? .min : .max }
        let (sum, isOutOfRange) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isOutOfRange ? product : sum
    }
}
