/// The kind of accessory that `ci` announces; unknown numbers are kept.
package enum HomeKitCategory: Hashable, Sendable, CustomStringConvertible {
    case other, bridge, fan, garageDoorOpener, lightbulb, doorLock, outlet, `switch`, thermostat, sensor
    case securitySystem, door, window, windowCovering, programmableSwitch, rangeExtender, camera, videoDoorbell
    case airPurifier, heater, airConditioner, humidifier, dehumidifier, appleTV, homePod, speaker, airPort
    case sprinkler, faucet, shower, television, remoteControl, router, audioReceiver, setTopBox, streamingStick
    case unknown(UInt32)

    package init(number: UInt32) {
        let index = Int(number) - 1
        self = Self.named.indices.contains(index) ? Self.named[index].category : .unknown(number)
    }

    /// The number on the wire.
    package var number: UInt32 {
        if case .unknown(let number) = self { return number }
        return UInt32((Self.named.firstIndex { $0.category == self } ?? 0) + 1)
    }

    package var description: String {
        if case .unknown(let number) = self { return "category \(number)" }
        return Self.named.first { $0.category == self }?.name ?? "other"
    }

    /// In the order of their numbers, from 1.
    private static let named: [(category: HomeKitCategory, name: String)] = [
        (.other, "other"), (.bridge, "bridge"), (.fan, "fan"), (.garageDoorOpener, "garage door opener"),
        (.lightbulb, "light"), (.doorLock, "lock"), (.outlet, "outlet"), (.switch, "switch"),
        (.thermostat, "thermostat"), (.sensor, "sensor"), (.securitySystem, "security system"), (.door, "door"),
        (.window, "window"), (.windowCovering, "window covering"), (.programmableSwitch, "programmable switch"),
        (.rangeExtender, "range extender"), (.camera, "camera"), (.videoDoorbell, "video doorbell"),
        (.airPurifier, "air purifier"), (.heater, "heater"), (.airConditioner, "air conditioner"),
        (.humidifier, "humidifier"), (.dehumidifier, "dehumidifier"), (.appleTV, "Apple TV"), (.homePod, "HomePod"),
        (.speaker, "speaker"), (.airPort, "AirPort"), (.sprinkler, "sprinkler"), (.faucet, "faucet"),
        (.shower, "shower"), (.television, "television"), (.remoteControl, "remote control"), (.router, "router"),
        (.audioReceiver, "audio receiver"), (.setTopBox, "set-top box"), (.streamingStick, "streaming stick"),
    ]
}
