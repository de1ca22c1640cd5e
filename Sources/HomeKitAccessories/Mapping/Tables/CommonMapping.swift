import HomeModel

/// The rows that count in every service, whatever its kind: measurements, warnings and the child lock.
package enum CommonMapping {
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
        .setting(label: "child-lock", of: .lockPhysicalControls, words: Words.offOn),
        // Where the service itself gives it no meaning, it is only shown.
        .state("active", from: .active, words: Words.offOn), .state("in-use", from: .inUse, words: Words.noYes),
    ]
}
