import HomeModel

extension ServiceMapping {
    /// Heating, cooling, humidity and clean air.
    static let climate = [
        ServiceMapping(
            .thermostat, part: "thermostat",
            rows: [
                .setting(.thermostatMode, of: .targetHeatingCoolingState, words: Words.thermostatModes),
                .setPoint(.targetTemperature, of: .targetTemperature, usual: 10...38),
                .setPoint(.heatingSetPoint, of: .heatingThresholdTemperature, usual: 0...25),
                .setPoint(.coolingSetPoint, of: .coolingThresholdTemperature, usual: 10...35),
                .setPoint(.targetHumidity, of: .targetRelativeHumidity, usual: 0...100, step: 1),
                .state("activity", from: .currentHeatingCoolingState, words: Words.thermostatActivities),
            ]),
        ServiceMapping(
            .heaterCooler, part: "climate",
            rows: [
                .climateMode(active: .active, mode: .targetHeaterCoolerState, words: Words.heaterCoolerModes),
                // A heater without modes.
                .boolean(.switch, from: .active, isSettable: true),
                .setPoint(.heatingSetPoint, of: .heatingThresholdTemperature, usual: 0...25),
                .setPoint(.coolingSetPoint, of: .coolingThresholdTemperature, usual: 10...35),
                .innerFanSpeed, .fanSwing,
                .state("activity", from: .currentHeaterCoolerState, words: Words.heaterCoolerActivities),
            ]),
        ServiceMapping(
            .humidifierDehumidifier, part: "humidifier", purpose: .electronics,
            rows: [
                .boolean(.switch, from: .active, isSettable: true),
                .setting(
                    label: "mode", of: .targetHumidifierDehumidifierState, words: Words.humidifierModes),
                .setPoint(
                    .targetHumidity, of: .relativeHumidityHumidifierThreshold, usual: 0...100, step: 1),
                .setPoint(
                    .targetHumidity, alternative: "dehumidifying", of: .relativeHumidityDehumidifierThreshold,
                    usual: 0...100, step: 1),
                .innerFanSpeed, .fanSwing,
                .state(
                    "activity", from: .currentHumidifierDehumidifierState, words: Words.humidifierActivities),
            ]),
        ServiceMapping(
            .airPurifier, part: "purifier", purpose: .electronics,
            rows: [
                .boolean(.switch, from: .active, isSettable: true), .fanSpeed(power: .active), .fanSwing,
                .setting(label: "mode", of: .targetAirPurifierState, words: Words.manualOrAuto),
                .state("activity", from: .currentAirPurifierState, words: Words.purifierActivities),
            ]),
        ServiceMapping(.filterMaintenance, part: "filter"),
    ]
}
