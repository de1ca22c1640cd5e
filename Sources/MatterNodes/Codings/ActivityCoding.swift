import HomeModel
import MatterProtocol

/// What a thermostat does, from the bits of its running state: two stages of heating and cooling, and three of the fan.
struct ActivityCoding: ValueCoding {
    let state: AttributePath

    static let options = ["idle", "heating", "cooling", "fan"]

    var reported: [AttributePath] { [state] }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let bits = values.whole(at: state), bits >= 0 else { return nil }
        if bits & 0b0000_1001 != 0 { return .text("heating") }
        if bits & 0b0001_0010 != 0 { return .text("cooling") }
        return .text(bits & 0b0110_0100 != 0 ? "fan" : "idle")
    }
}
