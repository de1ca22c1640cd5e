/// The words of choices, by the numbers of the specification. A number that is missing is unknown.
enum Words {
    static let noYes = [NumberedWord(0, word: "no"), NumberedWord(1, word: "yes")]
    static let offOn = [NumberedWord(0, word: "off"), NumberedWord(1, word: "on")]

    static let thermostatModes = [
        NumberedWord(0, word: "off"), NumberedWord(4, word: "heat"), NumberedWord(3, word: "cool"),
        NumberedWord(1, word: "auto"), NumberedWord(8, word: "dry"), NumberedWord(7, word: "fan"),
        NumberedWord(5, word: "emergency-heat"), NumberedWord(6, word: "precooling"), NumberedWord(9, word: "sleep"),
    ]

    static let fanModes = [
        NumberedWord(0, word: "off"), NumberedWord(1, word: "low"), NumberedWord(2, word: "medium"),
        NumberedWord(3, word: "high"), NumberedWord(4, word: "on"), NumberedWord(5, word: "auto"),
        NumberedWord(6, word: "smart"),
    ]
    static let directions = [NumberedWord(0, word: "forward"), NumberedWord(1, word: "reverse")]
    static let winds = [
        NumberedWord(0, word: "off"), NumberedWord(1, word: "sleep"), NumberedWord(2, word: "natural"),
        NumberedWord(3, word: "sleep-and-natural"),
    ]
    static let filterStates = [
        NumberedWord(0, word: "ok"), NumberedWord(1, word: "soon"), NumberedWord(2, word: "change"),
    ]

    static let airQualities = [
        NumberedWord(1, word: "good"), NumberedWord(2, word: "fair"), NumberedWord(3, word: "moderate"),
        NumberedWord(4, word: "poor"), NumberedWord(5, word: "very-poor"), NumberedWord(6, word: "extremely-poor"),
    ]
    static let levels = [
        NumberedWord(1, word: "low"), NumberedWord(2, word: "medium"), NumberedWord(3, word: "high"),
        NumberedWord(4, word: "critical"),
    ]
    static let contaminations = [
        NumberedWord(0, word: "normal"), NumberedWord(1, word: "low"), NumberedWord(2, word: "warning"),
        NumberedWord(3, word: "critical"),
    ]
    static let smokeSensitivities = [
        NumberedWord(0, word: "high"), NumberedWord(1, word: "standard"), NumberedWord(2, word: "low"),
    ]

    static let chargingStates = [
        NumberedWord(1, word: "charging"), NumberedWord(2, word: "full"), NumberedWord(3, word: "not-charging"),
    ]
    static let vehicleStates = [
        NumberedWord(0, word: "not-plugged-in"), NumberedWord(1, word: "plugged-in"),
        NumberedWord(2, word: "waiting"), NumberedWord(3, word: "charging"), NumberedWord(4, word: "discharging"),
        NumberedWord(5, word: "session-ending"), NumberedWord(6, word: "fault"),
    ]
    static let supplyStates = [
        NumberedWord(0, word: "disabled"), NumberedWord(1, word: "charging-enabled"),
        NumberedWord(2, word: "discharging-enabled"), NumberedWord(3, word: "disabled-error"),
        NumberedWord(4, word: "disabled-diagnostics"), NumberedWord(5, word: "enabled"),
    ]

    static let valveStates = [NumberedWord(0, word: "closed"), NumberedWord(1, word: "open")]
    static let pumpModes = [
        NumberedWord(0, word: "normal"), NumberedWord(1, word: "minimum"), NumberedWord(2, word: "maximum"),
        NumberedWord(3, word: "local"),
    ]
    static let pumpControls = [
        NumberedWord(0, word: "constant-speed"), NumberedWord(1, word: "constant-pressure"),
        NumberedWord(2, word: "proportional-pressure"), NumberedWord(3, word: "constant-flow"),
        NumberedWord(5, word: "constant-temperature"), NumberedWord(7, word: "automatic"),
    ]

    static let rinses = [
        NumberedWord(0, word: "none"), NumberedWord(1, word: "normal"), NumberedWord(2, word: "extra"),
        NumberedWord(3, word: "maximum"),
    ]
    static let drynessLevels = [
        NumberedWord(0, word: "low"), NumberedWord(1, word: "normal"), NumberedWord(2, word: "extra"),
        NumberedWord(3, word: "maximum"),
    ]
    static let mediaStates = [
        NumberedWord(0, word: "playing"), NumberedWord(1, word: "paused"), NumberedWord(2, word: "stopped"),
    ]

    static let operationalErrors = [
        NumberedWord(0, word: "none"), NumberedWord(1, word: "unable-to-start"),
        NumberedWord(2, word: "unable-to-complete"), NumberedWord(3, word: "command-invalid"),
    ]
    /// The errors of robot vacuums.
    static let vacuumErrors =
        operationalErrors + [
            NumberedWord(0x40, word: "dock-not-found"),
            NumberedWord(0x41, word: "stuck"), NumberedWord(0x42, word: "dust-bin-missing"),
            NumberedWord(0x43, word: "dust-bin-full"), NumberedWord(0x44, word: "water-tank-empty"),
            NumberedWord(0x45, word: "water-tank-missing"), NumberedWord(0x46, word: "water-tank-lid-open"),
            NumberedWord(0x47, word: "mop-missing"), NumberedWord(0x48, word: "battery-low"),
            NumberedWord(0x49, word: "area-not-reachable"), NumberedWord(0x4A, word: "dirty-water-tank-full"),
            NumberedWord(0x4B, word: "dirty-water-tank-missing"), NumberedWord(0x4C, word: "wheels-jammed"),
            NumberedWord(0x4D, word: "brush-jammed"), NumberedWord(0x4E, word: "sensor-covered"),
        ]
}
