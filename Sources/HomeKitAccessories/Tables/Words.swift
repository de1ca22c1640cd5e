/// The words of choices, by the numbers of the specification.
enum Words {
    static let offOn = [NumberedWord(0, word: "off"), NumberedWord(1, word: "on")]
    static let noYes = [NumberedWord(0, word: "no"), NumberedWord(1, word: "yes")]

    /// A number that is missing, such as 3 for a lock whose state is unknown, is no value.
    static let lockStates = [
        NumberedWord(0, word: "unlocked"), NumberedWord(1, word: "locked"), NumberedWord(2, word: "jammed"),
    ]
    static let lockTargets = [NumberedWord(0, word: "unlocked"), NumberedWord(1, word: "locked")]

    static let doorStates = [
        NumberedWord(0, word: "open"), NumberedWord(1, word: "closed"), NumberedWord(2, word: "opening"),
        NumberedWord(3, word: "closing"), NumberedWord(4, word: "stopped"),
    ]
    static let doorTargets = [NumberedWord(0, word: "open"), NumberedWord(1, word: "closed")]

    static let alarmTargets = [
        NumberedWord(0, word: "armedHome"), NumberedWord(1, word: "armedAway"), NumberedWord(2, word: "armedNight"),
        NumberedWord(3, word: "disarmed"),
    ]
    static let alarmStates = alarmTargets + [NumberedWord(4, word: "triggered")]

    static let valveStates = [NumberedWord(0, word: "closed"), NumberedWord(1, word: "open")]

    static let thermostatModes = [
        NumberedWord(0, word: "off"), NumberedWord(1, word: "heat"), NumberedWord(2, word: "cool"),
        NumberedWord(3, word: "auto"),
    ]
    static let thermostatActivities = [
        NumberedWord(0, word: "idle"), NumberedWord(1, word: "heating"), NumberedWord(2, word: "cooling"),
    ]
    static let heaterCoolerModes = [
        NumberedWord(0, word: "auto"), NumberedWord(1, word: "heat"), NumberedWord(2, word: "cool"),
    ]
    static let heaterCoolerActivities = [
        NumberedWord(0, word: "inactive"), NumberedWord(1, word: "idle"), NumberedWord(2, word: "heating"),
        NumberedWord(3, word: "cooling"),
    ]
    static let humidifierModes = [
        NumberedWord(0, word: "auto"), NumberedWord(1, word: "humidify"), NumberedWord(2, word: "dehumidify"),
    ]
    static let humidifierActivities = [
        NumberedWord(0, word: "inactive"), NumberedWord(1, word: "idle"), NumberedWord(2, word: "humidifying"),
        NumberedWord(3, word: "dehumidifying"),
    ]
    static let purifierActivities = [
        NumberedWord(0, word: "inactive"), NumberedWord(1, word: "idle"), NumberedWord(2, word: "purifying"),
    ]
    static let fanActivities = [
        NumberedWord(0, word: "inactive"), NumberedWord(1, word: "idle"), NumberedWord(2, word: "blowing"),
    ]
    static let manualOrAuto = [NumberedWord(0, word: "manual"), NumberedWord(1, word: "auto")]
    static let directions = [NumberedWord(0, word: "forward"), NumberedWord(1, word: "reverse")]
    static let slatStates = [
        NumberedWord(0, word: "fixed"), NumberedWord(1, word: "jammed"), NumberedWord(2, word: "swinging"),
    ]

    /// 0 is unknown.
    static let airQualities = [
        NumberedWord(1, word: "excellent"), NumberedWord(2, word: "good"), NumberedWord(3, word: "fair"),
        NumberedWord(4, word: "inferior"), NumberedWord(5, word: "poor"),
    ]
    static let normalOrAbnormal = [NumberedWord(0, word: "normal"), NumberedWord(1, word: "abnormal")]
    static let chargingStates = [
        NumberedWord(0, word: "not-charging"), NumberedWord(1, word: "charging"),
        NumberedWord(2, word: "not-rechargeable"),
    ]
    static let filterStates = [NumberedWord(0, word: "ok"), NumberedWord(1, word: "change")]
    static let programmes = [
        NumberedWord(0, word: "none"), NumberedWord(1, word: "scheduled"), NumberedWord(2, word: "manual"),
    ]
    static let mediaStates = [
        NumberedWord(0, word: "playing"), NumberedWord(1, word: "paused"), NumberedWord(2, word: "stopped"),
    ]
}
