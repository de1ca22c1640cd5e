/// The messages of a Zigbee2MQTT bridge with many devices, whose descriptions are as long as those of real devices.
enum LargeBridge {
    static let info = """
        {"version": "2.6.0", "config": {"advanced": {"output": "json"}, "availability": {"enabled": false},
         "device_options": {"optimistic": false}, "devices": {}, "groups": {}, "mqtt": {"base_topic": "bridge/z2m"}}}
        """

    /// Returns the IEEE address of the device with this number.
    static func address(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "0x00158d00" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    static func inventory(devices count: Int) -> String {
        let text = String(repeating: "As long as the descriptions of real devices are. ", count: 100)
        let devices = (0..<count).map { number in
            """
            {"ieee_address": "\(address(number))", "type": "Router", "supported": true,
             "friendly_name": "Plug \(number)", "interview_completed": true, "definition": {
             "model": "TS011F", "vendor": "TuYa", "description": "\(text)", "exposes": [
              {"type": "switch", "features": [{"type": "binary", "name": "state", "property": "state", "access": 7,
               "value_on": "ON", "value_off": "OFF"}]}]}}
            """
        }
        return "[" + devices.joined(separator: ",") + "]"
    }
}
