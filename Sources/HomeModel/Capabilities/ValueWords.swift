/// The words with which the web page shows one value: an option of a choice, or a boolean.
package struct ValueWords: Hashable, Sendable {
    package let value: CapabilityValue
    package let text: LocalizedText
    /// The label of the command to this value: “Unlock”. Nil when only the device itself enters the state.
    package let command: LocalizedText?
    /// What has happened, for a value that the page shows as an alarm.
    package let alarm: LocalizedText?

    init(_ value: Bool, text: LocalizedText, alarm: LocalizedText? = nil) {
        self.value = .boolean(value)
        self.text = text
        command = nil
        self.alarm = alarm
    }

    private init(
        _ option: String, text: LocalizedText, command: LocalizedText? = nil, alarm: LocalizedText? = nil
    ) {
        value = .text(option)
        self.text = text
        self.command = command
        self.alarm = alarm
    }

    /// The option that it describes; nil for a boolean.
    var option: String? {
        guard case .text(let option) = value else { return nil }
        return option
    }
}

// The options of all kinds. An option has the same words in each kind that has it.
extension ValueWords {
    static let locked = Self(
        "locked", text: LocalizedText("locked", sv: "låst"), command: LocalizedText("Lock", sv: "Lås"))
    static let unlocked = Self(
        "unlocked", text: LocalizedText("unlocked", sv: "olåst"), command: LocalizedText("Unlock", sv: "Lås upp"))
    static let jammed = Self(
        "jammed", text: LocalizedText("jammed", sv: "har fastnat"), alarm: LocalizedText("jammed", sv: "har fastnat"))
    static let open = Self(
        "open", text: LocalizedText("open", sv: "öppet"), command: LocalizedText("Open", sv: "Öppna"))
    static let closed = Self(
        "closed", text: LocalizedText("closed", sv: "stängt"), command: LocalizedText("Close", sv: "Stäng"))
    static let opening = Self("opening", text: LocalizedText("opening", sv: "öppnas"))
    static let closing = Self("closing", text: LocalizedText("closing", sv: "stängs"))
    static let stopped = Self(
        "stopped", text: LocalizedText("stopped", sv: "stoppad"), command: LocalizedText("Stop", sv: "Stoppa"))
    static let disarmed = Self(
        "disarmed", text: LocalizedText("disarmed", sv: "avlarmat"), command: LocalizedText("Disarm", sv: "Larma av"))
    static let armedHome = Self(
        "armedHome", text: LocalizedText("armed, at home", sv: "larmat, hemma"),
        command: LocalizedText("Arm, at home", sv: "Larma hemma"))
    static let armedAway = Self(
        "armedAway", text: LocalizedText("armed, away", sv: "larmat, borta"),
        command: LocalizedText("Arm, away", sv: "Larma borta"))
    static let armedNight = Self(
        "armedNight", text: LocalizedText("armed, night", sv: "larmat, natt"),
        command: LocalizedText("Arm, night", sv: "Larma för natten"))
    static let triggered = Self(
        "triggered", text: LocalizedText("alarm!", sv: "larm!"), alarm: LocalizedText("alarm", sv: "larm"))
    static let running = Self(
        "running", text: LocalizedText("running", sv: "går"), command: LocalizedText("Start", sv: "Starta"))
    static let paused = Self(
        "paused", text: LocalizedText("paused", sv: "pausad"), command: LocalizedText("Pause", sv: "Pausa"))
    static let finished = Self("finished", text: LocalizedText("finished", sv: "klar"))
    static let docked = Self(
        "docked", text: LocalizedText("docked", sv: "dockad"), command: LocalizedText("Dock", sv: "Docka"))
    static let cleaning = Self(
        "cleaning", text: LocalizedText("cleaning", sv: "städar"), command: LocalizedText("Clean", sv: "Städa"))
    static let returning = Self(
        "returning", text: LocalizedText("returning", sv: "på väg hem"), command: LocalizedText("Go home", sv: "Åk hem")
    )
    static let playing = Self(
        "playing", text: LocalizedText("playing", sv: "spelar"), command: LocalizedText("Play", sv: "Spela"))
    static let off = Self("off", text: LocalizedText("off", sv: "av"), command: LocalizedText("Off", sv: "Av"))
    static let heat = Self(
        "heat", text: LocalizedText("heating", sv: "värmer"), command: LocalizedText("Heat", sv: "Värm"))
    static let cool = Self(
        "cool", text: LocalizedText("cooling", sv: "kyler"), command: LocalizedText("Cool", sv: "Kyl"))
    static let auto = Self(
        "auto", text: LocalizedText("automatic", sv: "automatiskt"),
        command: LocalizedText("Automatic", sv: "Automatiskt"))
    static let dry = Self(
        "dry", text: LocalizedText("drying", sv: "avfuktar"), command: LocalizedText("Dry", sv: "Avfukta"))
    static let fan = Self(
        "fan", text: LocalizedText("fan only", sv: "endast fläkt"),
        command: LocalizedText("Fan only", sv: "Endast fläkt"))
    static let forward = Self(
        "forward", text: LocalizedText("forward", sv: "framåt"), command: LocalizedText("Forward", sv: "Framåt"))
    static let reverse = Self(
        "reverse", text: LocalizedText("reverse", sv: "bakåt"), command: LocalizedText("Reverse", sv: "Bakåt"))
}
