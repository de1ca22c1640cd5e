/// A usual task for a kind of device or appliance. It is offered to people, and never becomes a task by itself.
package struct MaintenanceTemplate: Hashable, Sendable {
    /// What the template is for.
    enum Match: Hashable, Sendable {
        /// A thing with one of these names in its name, its maker or its model, in lower case. The names may have one of
        /// `wordEndings`.
        case words([String])
        /// A part with a capability of this kind.
        case capability(CapabilityKind)
    }

    /// When the task is due, without the series of a device.
    enum Timing: Hashable, Sendable {
        case every(Int, CalendarRecurrence.Unit)
        /// In the whole of this month, each year.
        case month(Int)
        /// After so much use, when the device reports a power, a programme or a switch; otherwise by the calendar.
        case usage(UsageRule.Measure, limit: Int, runsAtWatts: Double, otherwiseMonths: Int)
        case reported(ReportedRule.Comparison, limit: Double)
    }

    package static let maximumIDLength = 40

    /// The endings of nouns in the plural and in the definite form, in English and in Swedish.
    static let wordEndings = ["", "s", "es", "n", "en", "et", "ar", "arna", "er", "erna", "na", "or", "orna"]

    /// Stable, for the translation of the title.
    package let id: String
    /// In English.
    package let title: String
    package let isSafety: Bool
    let matches: [Match]
    let timing: Timing

    fileprivate init(_ id: String, _ title: String, matches: [Match], timing: Timing, isSafety: Bool = false) {
        self.id = id
        self.title = title
        self.matches = matches
        self.timing = timing
        self.isSafety = isSafety
    }

    package static let all: [MaintenanceTemplate] = [
        MaintenanceTemplate(
            "heatPumpFilter", "Clean the filter", matches: [.words(heatPumps)],
            timing: .usage(.hours, limit: 500, runsAtWatts: 100, otherwiseMonths: 3)),
        MaintenanceTemplate(
            "heatPumpService", "Have it serviced", matches: [.words(heatPumps + ["boiler", "panna", "pannor"])],
            timing: .month(9)),
        MaintenanceTemplate(
            "washerDrum", "Clean the drum",
            matches: [.words(["washer", "washing machine", "tvättmaskin"])],
            timing: .usage(.cycles, limit: 60, runsAtWatts: 10, otherwiseMonths: 3)),
        MaintenanceTemplate(
            "dryerFilter", "Clean the lint filter and the condenser",
            matches: [.words(["dryer", "tumble dryer", "torktumlare", "torktumlarna"])],
            timing: .usage(.cycles, limit: 30, runsAtWatts: 10, otherwiseMonths: 2)),
        MaintenanceTemplate(
            "dishwasherFilter", "Clean the filter",
            matches: [.words(["dishwasher", "diskmaskin"])],
            timing: .usage(.cycles, limit: 30, runsAtWatts: 10, otherwiseMonths: 1)),
        MaintenanceTemplate(
            "coffeeDescale", "Descale it",
            matches: [
                .words(["coffee maker", "coffee machine", "espresso machine", "kaffebryggare", "espressomaskin"])
            ],
            timing: .usage(.cycles, limit: 100, runsAtWatts: 200, otherwiseMonths: 3)),
        MaintenanceTemplate(
            "fridgeCoils", "Clean the coils behind it",
            matches: [.words(["fridge", "refrigerator", "freezer", "kyl", "kylskåp", "frys"])],
            timing: .every(1, .years)),
        MaintenanceTemplate(
            "hoodFilter", "Clean the grease filter",
            matches: [.words(["cooker hood", "range hood", "extractor hood", "köksfläkt"])],
            timing: .every(2, .months)),
        MaintenanceTemplate(
            "ventilationFilter", "Change the filters",
            matches: [.words(["ventilation", "air handling unit", "ventilationsaggregat", "ftx"])],
            timing: .every(6, .months)),
        MaintenanceTemplate(
            "softenerSalt", "Fill up with salt",
            matches: [.words(["water softener", "softener", "vattenavhärdare", "avhärdare"])],
            timing: .every(2, .months)),
        MaintenanceTemplate(
            "septicEmptying", "Have it emptied",
            matches: [.words(["septic tank", "slamavskiljare", "trekammarbrunn", "slambrunn", "septiktank"])],
            timing: .every(1, .years)),
        MaintenanceTemplate(
            "solarCleaning", "Clean them, and look for damage",
            matches: [.words(["solar panel", "solpanel", "solcell", "solcellsanläggning"])],
            timing: .every(1, .years)),
        MaintenanceTemplate(
            "chimneySweep", "Have the chimney swept",
            matches: [
                .words(["stove", "fireplace", "chimney", "kamin", "skorsten", "vedspis", "eldstad", "eldstäder"])
            ],
            timing: .every(1, .years), isSafety: true),
        MaintenanceTemplate(
            "extinguisherCheck", "Check the pressure",
            matches: [.words(["fire extinguisher", "brandsläckare", "brandsläckarna"])],
            timing: .every(3, .months), isSafety: true),
        MaintenanceTemplate(
            "smokeTest", "Test the alarm",
            matches: [
                .capability(.smoke),
                .words(["smoke detector", "smoke alarm", "brandvarnare", "brandvarnarna", "rökdetektor"]),
            ],
            timing: .every(1, .months), isSafety: true),
        MaintenanceTemplate(
            "carbonMonoxideTest", "Test the alarm",
            matches: [
                .capability(.carbonMonoxide),
                .words(["carbon monoxide alarm", "co alarm", "kolmonoxidvarnare", "kolmonoxidvarnarna"]),
            ],
            timing: .every(1, .months), isSafety: true),
        MaintenanceTemplate(
            "leakTest", "Test the sensor with a wet cloth", matches: [.capability(.leak)],
            timing: .every(6, .months), isSafety: true),
        MaintenanceTemplate(
            "filterLife", "Change the filter", matches: [.capability(.filterLife)],
            timing: .reported(.atMost, limit: 10)),
        MaintenanceTemplate(
            "vacuumBrushes", "Clean the brushes", matches: [.capability(.vacuum)],
            timing: .usage(.cycles, limit: 30, runsAtWatts: 10, otherwiseMonths: 1)),
        MaintenanceTemplate(
            "valveExercise", "Turn the valve once, so that it does not get stuck", matches: [.capability(.valve)],
            timing: .every(6, .months)),
    ]

    static let example = MaintenanceTemplate(
        "ventilationFilter", "Change the filters", matches: [.words(["ventilation"])], timing: .every(6, .months))

    private static let heatPumps = ["heat pump", "heatpump", "värmepump", "luftvärmepump"]
}
