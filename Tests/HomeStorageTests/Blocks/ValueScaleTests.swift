import Foundation
import Testing

@testable import HomeStorage

@Suite struct ValueScaleTests {
    @Test(
        arguments: [
            ([1, 2, 3], .decimal(0)), ([21.5, 21], .decimal(1)), ([0.001, 1234.567], .decimal(3)),
            ([0.1 + 0.2, 0.3, 0.4], .decimal(1)), ([-0.0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], .decimal(0)),
            ([Double(Float(21.3)), Double(Float(0.7))], .single(1)), ([Double.pi, exp(1)], .bits), ([.nan], .bits),
            ([9_007_199_254_740_992.0, 1e17], .bits),
        ] as [([Double], ValueScale)])
    func simplestFittingScaleIsChosen(_ values: [Double], scale: ValueScale) {
        #expect(ValueScale(of: values) == scale)
    }

    @Test(arguments: [.bits, .decimal(0), .decimal(12), .single(3)] as [ValueScale])
    func scalesRoundTripThroughTheirRawValue(_ scale: ValueScale) {
        #expect(ValueScale(rawValue: scale.rawValue) == scale)
    }

    /// A value that does not fit the scale is restored by its correction.
    @Test(arguments: [.bits, .decimal(0), .decimal(12), .single(3)] as [ValueScale])
    func everyValueIsRestoredByItsCorrection(_ scale: ValueScale) {
        let scaled = ValueQuantizer(scale)
        for value in [0, -0.0, 0.1, -1e300, .pi, .nan, .infinity, .leastNonzeroMagnitude, 0.30000000000000004] {
            let number = scaled.number(value)
            let back = scaled.value(number, correction: scaled.correction(of: value, from: number))
            #expect(back.bitPattern == value.bitPattern)
        }
    }
}
