import HomeModel
import Testing

struct UnitTests {
    /// Each line gives one amount in two units and is tested in both directions.
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
            (10, .gallonPerMinute, 2.2712470704, .cubicMetrePerHour), (36, .kilometrePerHour, 10, .metrePerSecond),
            (100, .milePerHour, 44.704, .metrePerSecond), (18, .knot, 33.336, .kilometrePerHour),
            (10, .footPerSecond, 3.048, .metrePerSecond), (25.4, .millimetrePerHour, 1, .inchPerHour),
            (24, .millimetrePerDay, 1, .millimetrePerHour), (1.2, .kilovoltAmpere, 1200, .voltAmpere),
            (0.4, .kilovoltAmpereReactive, 400, .voltAmpereReactive),
            (1500, .voltAmpereReactiveHour, 1.5, .kilovoltAmpereReactiveHour), (50_000, .millihertz, 50, .hertz),
            (2.4, .gigahertz, 2400, .megahertz), (12, .inch, 1, .foot), (3, .foot, 1, .yard),
            (1, .mile, 1.609344, .kilometre), (2.5, .centimetre, 25, .millimetre), (90, .minute, 1.5, .hour),
            (2, .day, 48, .hour), (1500, .millisecond, 1.5, .second), (16, .ounce, 1, .pound), (14, .pound, 1, .stone),
            (250, .gram, 0.25, .kilogram), (2, .mebibyte, 2048, .kibibyte), (8, .bit, 1, .byte),
            (3, .gigabyte, 3000, .megabyte), (1, .megabytePerSecond, 8, .megabitPerSecond),
            (1, .kibibytePerSecond, 8192, .bitPerSecond),
            (1.413, .millisiemensPerCentimetre, 1413, .microsiemensPerCentimetre),
            (1, .britishThermalUnitPerHourSquareFoot, 3.154590745, .wattPerSquareMetre),
            (2.5, .megapascal, 25, .bar), (20, .centibar, 20, .kilopascal), (230, .volt, 0.23, .kilovolt),
            (1, .litrePerSecond, 3.6, .cubicMetrePerHour), (500, .millilitre, 0.5, .litre),
        ] as [(Double, Unit, Double, Unit)])
    func amountsConvertInBothDirections(_ left: Double, unit: Unit, right: Double, other: Unit) throws {
        #expect(abs(try #require(unit.convert(left, to: other)) - right) < 1e-9)
        #expect(abs(try #require(other.convert(right, to: unit)) - left) < 1e-9)
    }

    @Test(arguments: Unit.allCases)
    func onlyUnitsOfTheSameQuantityConvert(_ left: Unit) {
        let dimensions: [Set<Unit>] = [
            [.celsius, .fahrenheit, .kelvin],
            [
                .hectopascal, .pascal, .kilopascal, .megapascal, .bar, .centibar, .inchOfMercury, .millimetreOfMercury,
                .poundPerSquareInch,
            ],
            [.watt, .milliwatt, .kilowatt, .megawatt],
            [.kilowattHour, .wattHour, .megawattHour], [.volt, .millivolt, .kilovolt], [.ampere, .milliampere],
            [.cubicMetre, .litre, .millilitre, .cubicFoot, .gallon],
            [
                .cubicMetrePerHour, .cubicMetrePerSecond, .litrePerMinute, .litrePerHour, .litrePerSecond,
                .gallonPerMinute,
            ],
            [.mired, .kelvin], [.voltAmpere, .millivoltAmpere, .kilovoltAmpere],
            [.voltAmpereReactive, .kilovoltAmpereReactive], [.voltAmpereReactiveHour, .kilovoltAmpereReactiveHour],
            [.hertz, .millihertz, .kilohertz, .megahertz, .gigahertz],
            [.metre, .kilometre, .centimetre, .millimetre, .micrometre, .inch, .foot, .yard, .mile],
            [
                .metrePerSecond, .millimetrePerSecond, .kilometrePerHour, .milePerHour, .footPerSecond, .knot,
                .millimetrePerHour, .millimetrePerDay, .inchPerHour, .inchPerDay,
            ],
            [.second, .microsecond, .millisecond, .minute, .hour, .day],
            [.kilogram, .gram, .milligram, .microgram, .ounce, .pound, .stone],
            [
                .byte, .kilobyte, .megabyte, .gigabyte, .terabyte, .kibibyte, .mebibyte, .gibibyte, .tebibyte, .bit,
                .kilobit, .megabit, .gigabit,
            ],
            [
                .bitPerSecond, .kilobitPerSecond, .megabitPerSecond, .gigabitPerSecond, .bytePerSecond,
                .kilobytePerSecond, .megabytePerSecond, .gigabytePerSecond, .kibibytePerSecond, .mebibytePerSecond,
                .gibibytePerSecond,
            ],
            [.microsiemensPerCentimetre, .millisiemensPerCentimetre, .siemensPerCentimetre],
            [.wattPerSquareMetre, .britishThermalUnitPerHourSquareFoot],
        ]
        for right in Unit.allCases {
            let isSame = left == right || dimensions.contains { $0.contains(left) && $0.contains(right) }
            #expect((left.convert(1, to: right) != nil) == isSame, "\(left) \(right)")
        }
    }

    @Test(arguments: Unit.allCases)
    func everyUnitParsesItsSymbolAndConvertsToItself(_ unit: Unit) {
        #expect(Unit(symbol: unit.rawValue) == unit)
        #expect(unit.convert(0.1, to: unit) == 0.1)
    }

    @Test(
        arguments: [
            ("C", .celsius), ("degC", .celsius), ("F", .fahrenheit), ("degF", .fahrenheit), ("mbar", .hectopascal),
            ("\u{B5}g/m³", .microgramsPerCubicMetre), ("\u{3BC}g/m³", .microgramsPerCubicMetre),
            ("ug/m3", .microgramsPerCubicMetre), ("lux", .lux), ("dBA", .decibel), ("m3", .cubicMetre), ("l", .litre),
            ("m3/h", .cubicMetrePerHour), ("l/min", .litrePerMinute), ("mireds", .mired), ("l/h", .litrePerHour),
            ("ft3", .cubicFoot), ("PSI", .poundPerSquareInch), ("VAr", .voltAmpereReactive), ("Hours", .hour),
            ("VAR", .voltAmpereReactive), ("kVArh", .kilovoltAmpereReactiveHour), ("sec", .second), ("w", .watt),
            ("\u{3BC}S/cm", .microsiemensPerCentimetre), ("\u{B5}S/cm", .microsiemensPerCentimetre), ("℃", .celsius),
            ("minutes", .minute), ("days", .day), ("meters", .metre), ("deg", .degree), ("Mbps", .megabitPerSecond),
        ] as [(String, Unit)])
    func commonSpellingsOfUnitsAreRecognised(_ symbol: String, unit: Unit) {
        #expect(Unit(symbol: symbol) == unit)
    }

    @Test(arguments: ["", " ", "furlong", "kw", "KWH", "points", "W ", "W\u{0}"])
    func unknownSymbolsAreRefused(_ symbol: String) {
        #expect(Unit(symbol: symbol) == nil)
    }

    @Test(arguments: [0, -1, -.infinity, .nan] as [Double])
    func nonPositiveColourTemperaturesDoNotConvert(_ value: Double) {
        #expect(Unit.mired.convert(value, to: .kelvin) == nil)
        #expect(Unit.kelvin.convert(value, to: .mired) == nil)
    }
}
