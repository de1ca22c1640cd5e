import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol

/// A bridge with a light, a lock that needs timed writes, a button and a sensor.
struct SampleBridge {
    static let code = "031-45-154"

    let definition: AccessoryDefinition
    let identify: CharacteristicID
    let on: CharacteristicID
    let brightness: CharacteristicID
    let lockState: CharacteristicID
    let lockTarget: CharacteristicID
    let press: CharacteristicID
    let temperature: CharacteristicID

    init() throws {
        var bridge = Self.builder(aid: 1, name: "Sample bridge")
        bridge.addProtocolInformation()
        var light = Self.builder(aid: 2, name: "Lamp")
        let lightIDs = light.add(
            .lightbulb, isPrimary: true,
            characteristics: [.on.showing(.boolean(false)), .brightness.showing(.integer(40))])
        var lock = Self.builder(aid: 3, name: "Front door")
        let lockIDs = lock.add(
            .lockMechanism,
            characteristics: [.lockCurrentState.showing(.integer(1)), .lockTargetState.timed.showing(.integer(1))])
        var others = Self.builder(aid: 4, name: "Button")
        let buttonIDs = others.add(
            .statelessProgrammableSwitch, characteristics: [.programmableSwitchEvent.restricted(to: [0, 1])])
        let sensorIDs = others.add(.temperatureSensor, characteristics: [.currentTemperature.showing(.number(20.5))])
        identify = CharacteristicID(aid: 1, iid: 2)
        (on, brightness) = (lightIDs[0], lightIDs[1])
        (lockState, lockTarget) = (lockIDs[0], lockIDs[1])
        (press, temperature) = (buttonIDs[0], sensorIDs[0])
        definition = AccessoryDefinition(
            name: "Sample bridge", model: "SB-1", category: 2, setupCode: try SetupCode(Self.code), setupID: "7OSX",
            database: AccessoryDatabase(
                accessories: [bridge, light, lock, others].map(\.accessory)))
    }

    private static func builder(aid: UInt64, name: String) -> AccessoryBuilder {
        AccessoryBuilder(aid: aid, name: name, manufacturer: "Tomte", model: "Sample", serialNumber: "S-\(aid)")
    }
}
