import HomeModel
import Testing

struct ReadingValidatorTests {
    private let validator = ReadingValidator(terms: RetentionTerms(energyDays: 30, environmentDays: 10))

    @Test func validReadingKeepsItsReportedValue() throws {
        let valid = try validate(.temperature, value: 21.5)
        #expect(valid.reading == Reading(time: noon, value: 21.5))
        #expect(valid.kind == .environment)
        #expect(valid.series == Self.series(.temperature))
    }

    @Test(
        arguments: [
            (.temperature, 50, "°F", 10), (.temperature, 0, "K", -273.15), (.power, 1.5, "kW", 1500),
            (.energy, 2500, "Wh", 2.5), (.pressure, 101_325, "Pa", 1013.25), (.water, 10, "L", 0.01),
            (.temperature, 21, "°C", 21), (.temperature, 21, nil, 21),
        ] as [(CapabilityKind, Double, String?, Double)])
    func valuesAreConvertedToTheCanonicalUnit(
        _ kind: CapabilityKind, value: Double, unit: String?, expected: Double
    ) throws {
        #expect(abs(try validate(kind, value: value, unit: unit).reading.value - expected) < 1e-9)
    }

    @Test(
        arguments: [
            (.humidity, 0, 100), (.temperature, -273.15, 2000), (.battery, 0, 100), (.energy, 0, 1_000_000_000),
            (.power, 0, 10_000_000), (.noise, -20, 200),
        ] as [(CapabilityKind, Double, Double)])
    func bothEndsOfTheRangeBelongToIt(_ kind: CapabilityKind, lowest: Double, highest: Double) throws {
        #expect(try validate(kind, value: lowest).reading.value == lowest)
        #expect(try validate(kind, value: highest).reading.value == highest)
        #expect(rejection(kind, value: lowest.nextDown)?.code == "outOfRange")
        #expect(rejection(kind, value: highest.nextUp)?.code == "outOfRange")
    }

    @Test func narrowerRangeOfTheDeviceApplies() throws {
        let meter = Capability(CapabilityName(.power), minimum: -5000, maximum: 5000)
        #expect(try validate(.power, value: -5000, capability: meter).reading.value == -5000)
        #expect(
            rejection(.power, value: 5001, capability: meter) == .outOfRange(5001, -5000...5000, .watt))
    }

    @Test func rangeIsCheckedAfterConversion() {
        #expect(rejection(.temperature, value: -460, unit: "°F")?.code == "outOfRange")
        #expect(rejection(.temperature, value: 2200, unit: "K") == nil)
    }

    @Test(arguments: [.nan, .signalingNaN, .infinity, -.infinity] as [Double])
    func nonFiniteValuesAreRejected(_ value: Double) {
        #expect(rejection(.temperature, value: value) == .notFinite)
        #expect(rejection(.temperature, value: value, unit: "°F") == .notFinite)
    }

    @Test func conversionThatOverflowsIsRejected() {
        #expect(rejection(.power, value: .greatestFiniteMagnitude, unit: "kW")?.code == "unknownUnit")
    }

    @Test(arguments: ["W", "furlong", "", "°C\u{202E}"])
    func unknownOrUnrelatedUnitIsRejected(_ unit: String) {
        #expect(
            rejection(.temperature, value: 21, unit: unit)
                == .unknownUnit(EscapedText(unit, limit: 16), expected: .celsius))
    }

    @Test(arguments: [.switch, .lock, .contact, .brightness, .color, .number, .text] as [CapabilityKind])
    func capabilityThatIsNoQuantityHasNoReadings(_ kind: CapabilityKind) {
        #expect(rejection(kind, value: 1) == .notAQuantity)
    }

    @Test func missingCapabilityHasNoReadings() {
        let reported = ReportedReading(series: Self.series(.temperature), time: noon, value: 21)
        #expect(throws: ReadingRejection.notAQuantity) { try validator.validate(reported, by: nil, now: noon) }
    }

    @Test func clockMayRunFiveMinutesAheadAndNotAMillisecondMore() throws {
        let edge = noon + .seconds(300)
        #expect(try validate(.temperature, value: 21, at: edge).reading.time == edge)
        #expect(rejection(.temperature, value: 21, at: edge + .milliseconds(1)) == .inTheFuture)
        #expect(rejection(.temperature, value: 21, at: Timestamp(milliseconds: .max)) == .inTheFuture)
    }

    @Test(arguments: [(.temperature, 10), (.power, 30)] as [(CapabilityKind, Int)])
    func readingMayBeAsOldAsItsTermAndNotAMillisecondOlder(_ kind: CapabilityKind, days: Int) throws {
        let edge = noon - .days(days)
        #expect(try validate(kind, value: 21, at: edge).reading.time == edge)
        #expect(rejection(kind, value: 21, at: edge - .milliseconds(1)) == .pastItsTerm)
        #expect(rejection(kind, value: 21, at: Timestamp(milliseconds: .min)) == .pastItsTerm)
    }

    @Test(
        arguments: [
            (RetentionException(days: 5), 5), (RetentionException(days: 40), 40), (RetentionException(), 10),
            (RetentionException(hold: "a dispute"), 36_500), (RetentionException(days: 5, hold: "a dispute"), 36_500),
        ])
    func retentionExceptionOfASeriesAppliesToNewReadings(_ exception: RetentionException, days: Int) throws {
        var terms = RetentionTerms(energyDays: 30, environmentDays: 10)
        terms.exceptions[Self.series(.temperature)] = exception
        let validator = ReadingValidator(terms: terms)
        let edge = noon - .days(days)
        #expect(try validate(.temperature, value: 21, at: edge, by: validator).reading.time == edge)
        #expect(rejection(.temperature, value: 21, at: edge - .milliseconds(1), by: validator) == .pastItsTerm)
        #expect(rejection(.humidity, value: 21, at: noon - .days(10) - .milliseconds(1), by: validator) == .pastItsTerm)
        #expect(rejection(.temperature, value: 21, at: Timestamp(milliseconds: .min), by: validator) == .pastItsTerm)
    }

    @Test(
        arguments: [
            (.notAQuantity, "not a recorded quantity"), (.notFinite, "not finite"),
            (.outOfRange(101, 0...100, .percent), "101.0 % is outside 0.0 to 100.0 %"),
            (.unknownUnit(EscapedText("x"), expected: .watt), "“x” cannot be converted to W"),
            (.inTheFuture, "5 minutes ahead"), (.pastItsTerm, "older than the retention term"),
        ] as [(ReadingRejection, String)])
    func rejectionTextsNameTheProblem(_ rejection: ReadingRejection, words: String) {
        #expect(rejection.description.contains(words))
        #expect("\(rejection)" != rejection.code)
    }

    @Test func valueIsCheckedWithoutItsTime() throws {
        func value(_ celsius: Double, unit: String?, kind: CapabilityKind? = .temperature) throws -> Double {
            let reported = ReportedReading(
                series: Self.series(.temperature), time: noon + .days(900), value: celsius, unit: unit)
            let rule = kind.flatMap { QuantityRule(Capability(CapabilityName($0))) }
            return try validator.canonicalValue(of: reported, by: rule)
        }
        #expect(try value(21, unit: nil) == 21)
        #expect(try abs(value(68, unit: "°F") - 20) < 1e-9)
        #expect(throws: ReadingRejection.notFinite) { try value(.nan, unit: nil) }
        #expect(throws: ReadingRejection.notAQuantity) { try value(21, unit: nil, kind: nil) }
        #expect {
            try value(-500, unit: nil)
        } throws: {
            ($0 as? ReadingRejection)?.code == "outOfRange"
        }
    }

    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: plug, part: .main, capability: CapabilityName(kind))
    }

    private func validate(
        _ kind: CapabilityKind, value: Double, unit: String? = nil, at time: Timestamp = noon,
        capability: Capability? = nil, by other: ReadingValidator? = nil
    ) throws(ReadingRejection) -> ValidReading {
        try (other ?? validator).validate(
            ReportedReading(series: Self.series(kind), time: time, value: value, unit: unit),
            by: QuantityRule(capability ?? Capability(CapabilityName(kind))), now: noon)
    }

    private func rejection(
        _ kind: CapabilityKind, value: Double, unit: String? = nil, at time: Timestamp = noon,
        capability: Capability? = nil, by other: ReadingValidator? = nil
    ) -> ReadingRejection? {
        do throws(ReadingRejection) {
            _ = try validate(kind, value: value, unit: unit, at: time, capability: capability, by: other)
            return nil
        } catch {
            return error
        }
    }
}
