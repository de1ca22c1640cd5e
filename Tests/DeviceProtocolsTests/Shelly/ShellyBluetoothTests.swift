import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// The quantities of the objects that Bluetooth sensors report. Source: bthome.io, “Format”.
@Suite struct ShellyBluetoothTests {
    @Test(
        arguments: [
            (0x02, "temperature r"), (0x06, "weight r"), (0x07, "weight r"), (0x08, "temperature.dew-point r"),
            (0x0A, "energy r"), (0x0B, "power r"), (0x0D, "pm25 r"), (0x13, "voc r"), (0x14, "soilMoisture r"),
            (0x2F, "soilMoisture r"), (0x40, "distance r"), (0x41, "distance r"), (0x42, "duration r"),
            (0x43, "current r"), (0x44, "windSpeed r"), (0x46, "uvIndex r"), (0x47, "number.volume r in L"),
            (0x49, "flow r"), (0x4B, "gas r"), (0x4F, "water r"), (0x51, "number.acceleration r in m/s²"),
            (0x56, "conductivity r"), (0x5E, "windDirection r"), (0x5F, "rain r"), (0x3F, "number.rotation r in °"),
            (0x3D, "number.count r"), (0x7777, "number.bthome-30583 r"),
        ] as [(Int, String)])
    func objectIDSelectsTheQuantity(object: Int, line: String) throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information,
            configuration: #"{"bthomesensor:200":{"addr":"aa:bb:cc:dd:ee:ff","obj_id":\#(object)}}"#,
            status: #"{"bthomesensor:200":{"id":200,"value":1},"sys":{"uptime":5}}"#)
        #expect(model.description.parts.flatMap(\.capabilities).map(\.line) == [line])
    }

    @Test(
        arguments: [(0x40, 1250, "mm"), (0x41, 1.5, nil), (0x07, 2, "lb"), (0x4F, 70, "L")] as [(Int, Double, String?)])
    func readingHasTheUnitOfItsObjectID(object: Int, value: Double, unit: String?) throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information,
            configuration: #"{"bthomesensor:200":{"addr":"aa:bb:cc:dd:ee:ff","obj_id":\#(object)}}"#,
            status: #"{"bthomesensor:200":{"id":200,"value":1},"sys":{"uptime":5}}"#)
        let said = model.receive("u/status/bthomesensor:200", payload: #"{"id":200,"value":\#(value)}"#)
        guard case .reading(_, _, value, unit)? = said.first else {
            Issue.record("\(said)")
            return
        }
    }
}
