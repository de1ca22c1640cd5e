/// Finds when a battery became low. A battery that was low counts as full again only above a second threshold, because
/// its reports vary with the temperature.
enum LowBattery {
    static let threshold = 15.0
    static let recovered = 25.0

    /// Returns the indices of the days on which the battery became low. The first day only says how it was before.
    static func days(of minima: [Double]) -> [Int] {
        var isLow = (minima.first ?? 100) < threshold
        return minima.indices.dropFirst().filter { index in
            if isLow {
                isLow = minima[index] < recovered
                return false
            }
            isLow = minima[index] < threshold
            return isLow
        }
    }
}
