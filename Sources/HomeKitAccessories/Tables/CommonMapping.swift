import HomeModel

/// The rows that count in more services than one.
package enum CommonMapping {
    /// The settings that count in every service of the tables: some devices put a target temperature into a heater-cooler,
    /// or a fan into a thermostat. In a service that a manufacturer defined, they may mean anything.
    package static let settings: [MappingRow] = [
        .setPoint(.targetTemperature, of: .targetTemperature, usual: 10...38),
        .setPoint(.heatingSetPoint, of: .heatingThresholdTemperature, usual: 0...25),
        .setPoint(.coolingSetPoint, of: .coolingThresholdTemperature, usual: 10...35),
        .setPoint(.targetHumidity, of: .targetRelativeHumidity, usual: 0...100, step: 1), .innerFanSpeed,
        .fanDirection, .fanSwing, .setting(label: "child-lock", of: .lockPhysicalControls, words: Words.offOn),
    ]

    /// The measurements and warnings that count in every service, whatever its kind.
    package static let rows: [MappingRow] = [
        .boolean(.motion, from: .motionDetected), .boolean(.occupancy, from: .occupancyDetected),
        // 0 is *contact detected*: closed.
        .boolean(.contact, from: .contactSensorState, isInverted: true), .boolean(.leak, from: .leakDetected),
        .boolean(.smoke, from: .smokeDetected), .boolean(.carbonMonoxide, from: .carbonMonoxideDetected),
        .measured(.co, from: .carbonMonoxideLevel), .measured(.co, label: "peak", from: .carbonMonoxidePeakLevel),
        .state("carbon-dioxide", from: .carbonDioxideDetected, words: Words.normalOrAbnormal),
        .measured(.co2, from: .carbonDioxideLevel), .measured(.co2, label: "peak", from: .carbonDioxidePeakLevel),
        .measured(.temperature, from: .currentTemperature), .measured(.humidity, from: .currentRelativeHumidity),
        .measured(.illuminance, from: .currentAmbientLightLevel),
        .state("air-quality", from: .airQuality, words: Words.airQualities),
        .measured(.pm25, from: .pm25Density), .measured(.pm10, from: .pm10Density),
        .measured(.voc, from: .vocDensity), .measured(.no2, from: .nitrogenDioxideDensity),
        .measured(.ozone, from: .ozoneDensity), .measured(.so2, from: .sulphurDioxideDensity),
        .measured(.number, label: "water-level", from: .waterLevel),
        .measured(.filterLife, from: .filterLifeLevel),
        .state("filter", from: .filterChangeIndication, words: Words.filterStates),
        .measured(.battery, from: .batteryLevel), .boolean(.lowBattery, from: .statusLowBattery),
        .state("charging", from: .chargingState, words: Words.chargingStates),
        .boolean(.tamper, from: .statusTampered), .state("fault", from: .statusFault, words: Words.noYes),
        .state("jammed", from: .statusJammed, words: Words.noYes),
        .state("obstruction", from: .obstructionDetected, words: Words.noYes),
        .state("working", from: .statusActive, words: Words.noYes),
        // Where the service itself gives it no meaning, it is only shown.
        .state("active", from: .active, words: Words.offOn), .state("in-use", from: .inUse, words: Words.noYes),
    ]
}
