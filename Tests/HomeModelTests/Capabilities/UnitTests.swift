import HomeModel
import Testing

struct UnitTests {
    /// One amount in two units; each line is tested both ways.
    @Test(
        arguments: [
            (212, .fahrenheit, 100, .celsius), (-40, .fahrenheit, -40, .celsius), (0, .kelvin, -273.15, .celsius),
            (50, .fahrenheit, 283.15, .kelvin), (101_325, .pascal, 1013.25, .hectopascal),
            (1, .kilopascal, 10, .hectopascal),
            (1, .kilopascal, 1000, .pascal), (1.5, .kilowatt, 1500, .watt), (2500, .wattHour, 2.5, .kilowattHour),
            (1200, .millivolt, 1.2, .volt), (16_000, .milliampere, 16, .ampere), (250, .litre, 0.25, .cubicMetre),
            (10, .litrePerMinute, 0.6, .cubicMetrePerHour), (250, .mired, 4000, .kelvin),
            (1, .bar, 1000, .hectopascal), (29.92, .inchOfMercury, 1013.2075888, .hectopascal),
            (760, .millimetreOfMercury, 1013.25024, .hectopascal),
            (14.5, .poundPerSquareInch, 999.7398075094, .hectopascal),
            (1.2, .megawattHour, 1200, .kilowattHour), (100, .cubicFoot, 2.8316846592, .cubicMetre),
            (1000, .gallon, 3.785411784, .cubicMetre), (60, .litrePerHour, 1, .litrePerMinute),
            (10, .gallonPerMinute, 2.2712470704, .cubicMetrePerHour),
        ] as [(Double, Unit, Double, Unit)])
    func amountsConvertBothWays(_ left: Double, _ unit: Unit, _ right: Double, _ other: Unit) throws {
        #expect(abs(try #require(unit.convert(left, to: other)) - right) < 1e-9)
        #expect(abs(try #require(other.convert(right, to: unit)) - left) < 1e-9)
    }

    @Test(arguments: Unit.allCases, Unit.allCases)
    func onlyUnitsOfTheSameQuantityConvert(_ left: Unit, _ right: Unit) {
        let dimensions: [Set<Unit>] = [
            [.celsius, .fahrenheit, .kelvin],
            [.hectopascal, .pascal, .kilopascal, .bar, .inchOfMercury, .millimetreOfMercury, .poundPerSquareInch],
            [.watt, .kilowatt],
            [.kilowattHour, .wattHour, .megawattHour], [.volt, .millivolt], [.ampere, .milliampere],
            [.cubicMetre, .litre, .cubicFoot, .gallon],
            [.cubicMetrePerHour, .litrePerMinute, .litrePerHour, .gallonPerMinute], [.mired, .kelvin],
        ]
        let isSame = left == right || dimensions.contains { $0.contains(left) && $0.contains(right) }
        #expect((left.convert(1, to: right) != nil) == isSame)
    }

    @Test(arguments: Unit.allCases)
    func everyUnitReadsItsOwnSymbolAndKeepsItsValues(_ unit: Unit) {
        #expect(Unit(symbol: unit.rawValue) == unit)
        #expect(unit.convert(0.1, to: unit) == 0.1)
    }

    @Test(
        arguments: [
            ("C", .celsius), ("degC", .celsius), ("F", .fahrenheit), ("degF", .fahrenheit), ("mbar", .hectopascal),
            ("\u{B5}g/m³", .microgramsPerCubicMetre), ("\u{3BC}g/m³", .microgramsPerCubicMetre),
            ("ug/m3", .microgramsPerCubicMetre), ("lux", .lux), ("dBA", .decibel), ("m3", .cubicMetre), ("l", .litre),
            ("m3/h", .cubicMetrePerHour), ("l/min", .litrePerMinute), ("mireds", .mired), ("l/h", .litrePerHour),
            ("ft3", .cubicFoot), ("PSI", .poundPerSquareInch),
        ] as [(String, Unit)])
    func spellingsOfDevicesAreRead(_ symbol: String, _ unit: Unit) {
        #expect(Unit(symbol: symbol) == unit)
    }

    @Test(arguments: ["", " ", "furlong", "kw", "KWH", "°", "W ", "W\u{0}"])
    func otherSymbolsAreUnknown(_ symbol: String) {
        #expect(Unit(symbol: symbol) == nil)
    }

    @Test(arguments: [0, -1, -.infinity, .nan] as [Double])
    func colourTemperatureIsAboveZero(_ value: Double) {
        #expect(Unit.mired.convert(value, to: .kelvin) == nil)
        #expect(Unit.kelvin.convert(value, to: .mired) == nil)
    }
}
