package import DeviceEmulators
package import HomeModel

/// A home to simulate, complete and consistent. Only `ScenarioReader`, or a test in code, creates one.
package struct Scenario: Sendable {
    package var name: String
    package var seed: UInt64
    /// The factor by which devices report more often than their intervals say.
    package var rate: Double
    package var place: GeographicLocation
    package var residents: Int
    package var rooms: [ScenarioRoom]
    package var devices: [ScenarioDevice]
    /// Devices that know no broker yet, each with the port of its web server.
    package var unconfigured: [(device: ScenarioDevice, port: UInt16)] = []
    /// HomeKit accessories and Matter nodes, each with the devices behind it.
    package var pairables: [ScenarioPairable] = []
    package var services: [ScenarioService]
    package var faults: [FaultWindow]

    /// The devices on the broker, and then those with a server of their own.
    package var allDevices: [ScenarioDevice] { devices + pairables.flatMap(\.devices) }

    package init(
        name: String, seed: UInt64 = 1, rate: Double = 1,
        place: GeographicLocation = GeographicLocation(latitude: 59.33, longitude: 18.07),
        residents: Int = 2, rooms: [ScenarioRoom] = [], devices: [ScenarioDevice], services: [ScenarioService] = [],
        faults: [FaultWindow] = []
    ) {
        self.name = name
        self.seed = seed
        self.rate = rate
        self.place = place
        self.residents = residents
        self.rooms = rooms
        self.devices = devices
        self.services = services
        self.faults = faults
    }

    /// Makes a scenario of `count` thermometers behind one connection, for load tests.
    package static func bridge(
        root: String = "bridge", sensors count: Int, interval: Duration, isCounting: Bool = false
    ) -> Scenario {
        var traits = DeviceTraits()
        traits.isCounting = isCounting
        let devices = (1...max(1, count)).compactMap { number -> ScenarioDevice? in
            guard let name = try? DisplayName("Sensor \(number)") else { return nil }
            return ScenarioDevice(
                id: "sensor-\(number)", kind: .thermometer, name: name, root: root, interval: interval,
                traits: traits)
        }
        return Scenario(name: "Bridge", residents: 0, devices: devices)
    }
}

/// A room of a scenario.
package struct ScenarioRoom: Hashable, Sendable {
    package let name: DisplayName
    package let use: RoomUse
    package let areaSquareMetres: Double

    package init(name: DisplayName, use: RoomUse, areaSquareMetres: Double) {
        self.name = name
        self.use = use
        self.areaSquareMetres = areaSquareMetres
    }
}

/// A simulated device of a scenario.
package struct ScenarioDevice: Hashable, Sendable {
    /// The id of the device in its own dialect.
    package let id: String
    package let kind: DeviceKind
    /// A device in `Scenario.pairables` does not use its dialect and its root.
    package let dialect: SimulatedDialect
    package let name: DisplayName
    package let room: DisplayName?
    /// The root topic, and the name of its credential. Devices with the same root share one connection.
    package let root: String
    package let interval: Duration
    package let phase: Phase
    package let traits: DeviceTraits

    package init(
        id: String, kind: DeviceKind, dialect: SimulatedDialect = SimulatedDialects.standard,
        name: DisplayName, room: DisplayName? = nil, root: String? = nil,
        interval: Duration = .seconds(10), phase: Phase = .l1, traits: DeviceTraits = DeviceTraits()
    ) {
        self.id = id
        self.kind = kind
        self.dialect = dialect
        self.name = name
        self.room = room
        self.root = root ?? id
        self.interval = interval
        self.phase = phase
        self.traits = traits
    }
}

/// The settings of one device of a kind; nil is the usual value of the kind.
package struct DeviceTraits: Hashable, Sendable {
    package var watts: Double?
    package var hasColorTemperature = true
    package var isAutomatic = false
    package var loads: [ApplianceKind] = [.lamp]
    package var isOn = true
    package var purposes: [Purpose] = []
    package var targetCelsius = 21.0
    package var positionPercent = 100.0
    package var travel = Duration.seconds(20)
    package var capacityKilowattHours = 10.0
    /// The thermometer counts up instead of measuring, so that all its reports differ.
    package var isCounting = false

    package init() {}
}

/// An mDNS record of a device that is not simulated further.
package struct ScenarioService: Hashable, Sendable {
    package let name: String
    package let type: String
    package let subtypes: [String]
    package let port: UInt16
    package let txt: [String]
    /// The host of the service; nil is this machine.
    package let host: Host?

    /// A host with a numeric address.
    package struct Host: Hashable, Sendable {
        package let label: String
        package let address: String
    }

    package init(
        name: String, type: String, subtypes: [String] = [], port: UInt16, txt: [String] = [], host: Host? = nil
    ) {
        self.name = name
        self.type = type
        self.subtypes = subtypes
        self.port = port
        self.txt = txt
        self.host = host
    }
}
