/// The catalogue of capabilities: one row for each kind, with everything that is fixed for a kind, whatever the device.
///
/// The model's facts, the API (`GET /capabilities`), the web page and the tests of the pages in `devices/` read this
/// table. A new kind is a case of `CapabilityKind` and a row here.
package enum CapabilityCatalogue {
    /// One row for each kind. A tile of the web page shows the value of the kind that comes first.
    package static let rows: [CapabilityRow] = [
        CapabilityRow(
            .smoke, facts: .state(.boolean),
            icon: "smoke", domain: .safety, name: .init("Smoke", sv: "Rök"),
            values: [
                .init(true, text: .init("smoke!", sv: "rök!"), alarm: .init("smoke", sv: "rök")),
                .init(false, text: .init("no smoke", sv: "ingen rök")),
            ]),
        CapabilityRow(
            .carbonMonoxide, facts: .state(.boolean),
            icon: "smoke", domain: .safety, name: .init("Carbon monoxide", sv: "Kolmonoxid"),
            values: [
                .init(
                    true, text: .init("carbon monoxide!", sv: "kolmonoxid!"),
                    alarm: .init("carbon monoxide", sv: "kolmonoxid")),
                .init(false, text: .init("no CO", sv: "ingen CO")),
            ]),
        CapabilityRow(
            .leak, facts: .state(.boolean),
            icon: "leak", domain: .safety, name: .init("Leak", sv: "Läcka"), plural: .init("leaks", sv: "läckor"),
            values: [
                .init(true, text: .init("water!", sv: "vatten!"), alarm: .init("water", sv: "vatten")),
                .init(false, text: .init("dry", sv: "torrt")),
            ]),
        CapabilityRow(
            .lock, facts: .state(.choice), safety: .sensitive(except: ["locked"]),
            icon: "lock", domain: .safety, name: .init("Lock", sv: "Lås"), plural: .init("locks", sv: "lås"),
            values: [.locked, .unlocked, .jammed]),
        CapabilityRow(
            .garageDoor, facts: .state(.choice, travels: true), safety: .sensitive(except: ["stopped"]),
            icon: "garage", domain: .safety, name: .init("Garage door", sv: "Garageport"),
            plural: .init("garage doors", sv: "garageportar"), values: [.open, .closed, .opening, .closing, .stopped]),
        CapabilityRow(
            .alarm, facts: .state(.choice),
            safety: .sensitive(except: ["armedHome", "armedAway", "armedNight", "triggered"]),
            icon: "alarm", domain: .safety, name: .init("Alarm", sv: "Larm"), plural: .init("alarms", sv: "larm"),
            values: [.disarmed, .armedHome, .armedAway, .armedNight, .triggered]),
        CapabilityRow(
            .siren, facts: .state(.boolean),
            icon: "alarm", domain: .safety, name: .init("Siren", sv: "Siren"), plural: .init("sirens", sv: "sirener"),
            values: [.init(true, text: .init("on", sv: "på"), alarm: .init("siren", sv: "siren"))]),
        CapabilityRow(
            .valve, facts: .state(.choice, travels: true), safety: .sensitive(except: ["closed"]),
            icon: "valve", domain: .safety, name: .init("Valve", sv: "Ventil"), plural: .init("valves", sv: "ventiler"),
            values: [.open, .closed]),
        CapabilityRow(
            .position, facts: .state(.number, unit: .percent, range: 0...100, travels: true), safety: .byPurpose,
            icon: "blind", domain: .light, decimals: 0, name: .init("Position", sv: "Läge"),
            plural: .init("blinds and covers", sv: "persienner och portar")),
        CapabilityRow(
            .tilt, facts: .state(.number, unit: .percent, range: 0...100, travels: true), safety: .byPurpose,
            icon: "blind", domain: .light, decimals: 0, name: .init("Tilt", sv: "Lamellvinkel"),
            plural: .init("slats", sv: "lameller")),
        CapabilityRow(
            .movement, facts: .state(.choice),
            icon: "blind", domain: .light, name: .init("Movement", sv: "Pågående rörelse"),
            plural: .init("stopping", sv: "att stoppa"), values: [.opening, .closing, .stopped]),
        CapabilityRow(
            .targetTemperature, facts: .state(.number, unit: .celsius, range: -50...300), safety: .byPurpose,
            icon: "thermostat", domain: .climate, decimals: 1, step: 0.5,
            name: .init("Target temperature", sv: "Önskad temperatur"),
            plural: .init("target temperatures", sv: "önskade temperaturer")),
        CapabilityRow(
            .heatingSetPoint, facts: .state(.number, unit: .celsius, range: -50...300), safety: .byPurpose,
            icon: "thermostat", domain: .climate, decimals: 1, step: 0.5,
            name: .init("Heats below", sv: "Värmer under"),
            plural: .init("heating set-points", sv: "börvärden för värme")),
        CapabilityRow(
            .coolingSetPoint, facts: .state(.number, unit: .celsius, range: -50...300), safety: .byPurpose,
            icon: "thermostat", domain: .climate, decimals: 1, step: 0.5,
            name: .init("Cools above", sv: "Kyler över"),
            plural: .init("cooling set-points", sv: "börvärden för kyla")),
        CapabilityRow(
            .switch, facts: .state(.boolean), safety: .byPurpose,
            icon: "power", domain: .light, name: .init("Switch", sv: "Strömbrytare"),
            plural: .init("switches", sv: "strömbrytare")),
        CapabilityRow(
            .brightness, facts: .state(.number, unit: .percent, range: 0...100, lightsUp: true), safety: .byPurpose,
            icon: "bulb", domain: .light, decimals: 0, name: .init("Brightness", sv: "Ljusstyrka")),
        CapabilityRow(
            .appliance, facts: .state(.choice), safety: .sensitive(except: ["stopped"]),
            icon: "appliance", domain: .energy, name: .init("Programme", sv: "Program"),
            plural: .init("programmes", sv: "program"), values: [.stopped, .running, .paused, .finished]),
        CapabilityRow(
            .vacuum, facts: .state(.choice),
            icon: "vacuum", domain: .network, name: .init("Vacuum cleaner", sv: "Dammsugare"),
            plural: .init("vacuum cleaners", sv: "dammsugare"), values: [.docked, .cleaning, .paused, .returning]),
        CapabilityRow(
            .media, facts: .state(.choice),
            icon: "media", domain: .network, name: .init("Player", sv: "Spelare"),
            plural: .init("players", sv: "spelare"), values: [.stopped, .playing, .paused]),
        CapabilityRow(
            .fanSpeed, facts: .state(.number, unit: .percent, range: 0...100), safety: .byPurpose,
            icon: "fan", domain: .climate, decimals: 0, name: .init("Fan", sv: "Fläkt"),
            plural: .init("fans", sv: "fläktar")),
        CapabilityRow(
            .fanDirection, facts: .state(.choice),
            icon: "fan", domain: .climate, isOnTiles: false,
            name: .init("Direction of the fan", sv: "Fläktens riktning"),
            plural: .init("directions of fans", sv: "fläktars riktning"), values: [.forward, .reverse]),
        CapabilityRow(
            .fanSwing, facts: .state(.boolean),
            icon: "fan", domain: .climate, isOnTiles: false, name: .init("Swing", sv: "Svängning"),
            plural: .init("swinging", sv: "svängning")),
        CapabilityRow(
            .contact, facts: .state(.boolean),
            icon: "window", domain: .safety, name: .init("Contact", sv: "Kontakt"),
            plural: .init("doors and windows", sv: "dörrar och fönster"),
            values: [.init(true, text: .init("closed", sv: "stängt")), .init(false, text: .init("open", sv: "öppet"))]),
        CapabilityRow(
            .motion, facts: .state(.boolean, isPresence: true),
            icon: "motion", domain: .safety, name: .init("Motion", sv: "Rörelse"),
            values: [
                .init(true, text: .init("motion", sv: "rörelse")),
                .init(false, text: .init("no motion", sv: "stilla")),
            ]),
        CapabilityRow(
            .occupancy, facts: .state(.boolean, isPresence: true),
            icon: "motion", domain: .safety, name: .init("Presence", sv: "Närvaro"),
            values: [
                .init(true, text: .init("occupied", sv: "någon där")),
                .init(false, text: .init("empty", sv: "ingen där")),
            ]),
        CapabilityRow(
            .temperature, facts: .quantity(.celsius, range: -273.15...2000),
            icon: "thermometer", domain: .climate, decimals: 1, name: .init("Temperature", sv: "Temperatur")),
        CapabilityRow(
            .co2, facts: .quantity(.partsPerMillion, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("CO₂", sv: "CO₂")),
        CapabilityRow(
            .humidity, facts: .quantity(.percent, range: 0...100),
            icon: "humidity", domain: .climate, decimals: 0, name: .init("Humidity", sv: "Luftfuktighet")),
        CapabilityRow(
            .pm25, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Particles, PM2.5", sv: "Partiklar, PM2,5")),
        CapabilityRow(
            .pm10, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Particles, PM10", sv: "Partiklar, PM10")),
        CapabilityRow(
            .pm1, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Particles, PM1", sv: "Partiklar, PM1")),
        CapabilityRow(
            .voc, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0,
            name: .init("Volatile compounds (VOC)", sv: "Flyktiga ämnen (VOC)")),
        CapabilityRow(
            .no2, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Nitrogen dioxide (NO₂)", sv: "Kvävedioxid (NO₂)")),
        CapabilityRow(
            .ozone, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Ozone", sv: "Ozon")),
        CapabilityRow(
            .so2, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Sulphur dioxide (SO₂)", sv: "Svaveldioxid (SO₂)")),
        CapabilityRow(
            .formaldehyde, facts: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Formaldehyde", sv: "Formaldehyd")),
        CapabilityRow(
            .co, facts: .quantity(.partsPerMillion, range: 0...1_000_000),
            icon: "air", domain: .climate, decimals: 0,
            name: .init("Carbon monoxide (CO), level", sv: "Kolmonoxid (CO), halt")),
        // The pressure of the air, but also of a boiler, a tyre or a duct, whose gauges can show less than air
        // pressure.
        CapabilityRow(
            .pressure, facts: .quantity(.hectopascal, range: -2000...1_000_000),
            icon: "air", domain: .climate, decimals: 0, name: .init("Pressure", sv: "Tryck")),
        CapabilityRow(
            .windSpeed, facts: .quantity(.metrePerSecond, range: 0...200),
            icon: "air", domain: .climate, decimals: 1, name: .init("Wind", sv: "Vind")),
        CapabilityRow(
            .windDirection, facts: .quantity(.degree, range: 0...360),
            icon: "air", domain: .climate, decimals: 0, name: .init("Wind direction", sv: "Vindriktning")),
        CapabilityRow(
            .rain, facts: .quantity(.millimetre, range: 0...1_000_000, isCounter: true),
            icon: "leak", domain: .climate, decimals: 1, name: .init("Rain", sv: "Regn")),
        CapabilityRow(
            .rainRate, facts: .quantity(.millimetrePerHour, range: 0...10_000),
            icon: "leak", domain: .climate, decimals: 1, name: .init("Rain rate", sv: "Regnintensitet")),
        CapabilityRow(
            .soilMoisture, facts: .quantity(.percent, range: 0...100),
            icon: "humidity", domain: .climate, decimals: 0, name: .init("Soil moisture", sv: "Jordfuktighet")),
        CapabilityRow(
            .illuminance, facts: .quantity(.lux, range: 0...200_000),
            icon: "sun", domain: .light, decimals: 0, name: .init("Light level", sv: "Ljusnivå")),
        // A pyranometer's zero drifts below 0 in a clear night.
        CapabilityRow(
            .irradiance, facts: .quantity(.wattPerSquareMetre, range: -100...100_000),
            icon: "sun", domain: .light, name: .init("Sunlight", sv: "Solinstrålning")),
        CapabilityRow(
            .uvIndex, facts: .quantity(nil, range: 0...50),
            icon: "sun", domain: .climate, name: .init("UV index", sv: "UV-index")),
        CapabilityRow(
            .airQualityIndex, facts: .quantity(nil, range: 0...10_000),
            icon: "air", domain: .climate, name: .init("Air quality index", sv: "Luftkvalitetsindex")),
        CapabilityRow(
            .ph, facts: .quantity(nil, range: -2...16),
            icon: "leak", domain: .climate, name: .init("pH", sv: "pH")),
        CapabilityRow(
            .conductivity, facts: .quantity(.microsiemensPerCentimetre, range: 0...10_000_000),
            icon: "leak", domain: .climate, name: .init("Conductivity", sv: "Konduktivitet")),
        CapabilityRow(
            .noise, facts: .quantity(.decibel, range: -20...200),
            icon: "media", domain: .climate, decimals: 0, name: .init("Noise", sv: "Ljud")),
        CapabilityRow(
            .power, facts: .quantity(.watt, range: -10_000_000...10_000_000, kind: .energy, hasFlow: true),
            icon: "energy", domain: .energy, decimals: 0, name: .init("Power", sv: "Effekt")),
        CapabilityRow(
            .energy,
            facts: .quantity(.kilowattHour, range: 0...1_000_000_000, kind: .energy, isCounter: true, hasFlow: true),
            icon: "energy", domain: .energy, decimals: 2, isOnTiles: false, name: .init("Energy", sv: "Energi")),
        CapabilityRow(
            .gas, facts: .quantity(.cubicMetre, range: 0...1_000_000_000, kind: .energy, isCounter: true),
            icon: "flame", domain: .energy, decimals: 2, name: .init("Gas", sv: "Gas")),
        CapabilityRow(
            .water, facts: .quantity(.cubicMetre, range: 0...1_000_000_000, kind: .energy, isCounter: true),
            icon: "leak", domain: .energy, decimals: 2, name: .init("Water", sv: "Vatten")),
        CapabilityRow(
            .flow, facts: .quantity(.cubicMetrePerHour, range: 0...10_000),
            icon: "leak", domain: .energy, decimals: 2, name: .init("Flow", sv: "Flöde")),
        CapabilityRow(
            .voltage, facts: .quantity(.volt, range: -100_000...100_000, kind: .energy),
            icon: "energy", domain: .energy, decimals: 0, isOnTiles: false, isListedLast: true,
            name: .init("Voltage", sv: "Spänning")),
        CapabilityRow(
            .current, facts: .quantity(.ampere, range: -100_000...100_000, kind: .energy),
            icon: "energy", domain: .energy, decimals: 2, isListedLast: true, name: .init("Current", sv: "Ström")),
        CapabilityRow(
            .apparentPower, facts: .quantity(.voltAmpere, range: -10_000_000...10_000_000, kind: .energy),
            icon: "energy", domain: .energy, decimals: 0, isOnTiles: false, isListedLast: true,
            name: .init("Apparent power", sv: "Skenbar effekt")),
        CapabilityRow(
            .reactivePower, facts: .quantity(.voltAmpereReactive, range: -10_000_000...10_000_000, kind: .energy),
            icon: "energy", domain: .energy, decimals: 0, isOnTiles: false, isListedLast: true,
            name: .init("Reactive power", sv: "Reaktiv effekt")),
        CapabilityRow(
            .reactiveEnergy,
            facts: .quantity(.kilovoltAmpereReactiveHour, range: 0...1_000_000_000, kind: .energy, isCounter: true),
            icon: "energy", domain: .energy, isOnTiles: false, isListedLast: true,
            name: .init("Reactive energy", sv: "Reaktiv energi")),
        // At most 1; the rounding of a meter may show a little more.
        CapabilityRow(
            .powerFactor, facts: .quantity(nil, range: -1.1...1.1, kind: .energy),
            icon: "energy", domain: .energy, isOnTiles: false, isListedLast: true,
            name: .init("Power factor", sv: "Effektfaktor")),
        CapabilityRow(
            .frequency, facts: .quantity(.hertz, range: 0...1e15, kind: .energy),
            icon: "energy", domain: .energy, decimals: 2, isOnTiles: false, isListedLast: true,
            name: .init("Frequency", sv: "Frekvens")),
        CapabilityRow(
            .distance, facts: .quantity(.metre, range: -1e12...1e12),
            icon: "list", domain: .network, name: .init("Distance", sv: "Avstånd")),
        CapabilityRow(
            .speed, facts: .quantity(.metrePerSecond, range: -1e9...1e9),
            icon: "list", domain: .network, decimals: 1, name: .init("Speed", sv: "Hastighet")),
        CapabilityRow(
            .weight, facts: .quantity(.kilogram, range: -1e9...1e9),
            icon: "list", domain: .network, name: .init("Weight", sv: "Vikt")),
        CapabilityRow(
            .duration, facts: .quantity(.second, range: -1e12...1e12),
            icon: "list", domain: .network, isOnTiles: false, isListedLast: true,
            name: .init("Duration", sv: "Varaktighet")),
        CapabilityRow(
            .dataSize, facts: .quantity(.byte, range: 0...1e21),
            icon: "network", domain: .network, isOnTiles: false, isListedLast: true, name: .init("Data", sv: "Data")),
        CapabilityRow(
            .dataRate, facts: .quantity(.bitPerSecond, range: 0...1e18),
            icon: "network", domain: .network, isOnTiles: false, isListedLast: true,
            name: .init("Data rate", sv: "Datahastighet")),
        CapabilityRow(
            .targetHumidity, facts: .state(.number, unit: .percent, range: 0...100),
            icon: "humidity", domain: .climate, decimals: 0, step: 1,
            name: .init("Target humidity", sv: "Önskad luftfuktighet")),
        CapabilityRow(
            .thermostatMode, facts: .state(.choice), safety: .byPurpose,
            icon: "thermostat", domain: .climate, name: .init("Mode", sv: "Läge"),
            plural: .init("heating modes", sv: "värmelägen"), values: [.off, .heat, .cool, .auto, .dry, .fan]),
        CapabilityRow(
            .colorTemperature, facts: .state(.number, unit: .kelvin, range: 1000...12_000, lightsUp: true),
            icon: "bulb", domain: .light, decimals: 0, name: .init("Colour temperature", sv: "Färgtemperatur")),
        CapabilityRow(
            .color, facts: .state(.color, lightsUp: true),
            icon: "bulb", domain: .light, name: .init("Colour", sv: "Färg"), plural: .init("colours", sv: "färger")),
        CapabilityRow(
            .tamper, facts: .state(.boolean),
            icon: "alarm", domain: .safety, name: .init("Tampering", sv: "Manipulation"),
            values: [
                .init(
                    true, text: .init("tampered with", sv: "manipulerad"),
                    alarm: .init("tampered with", sv: "manipulerad")),
                .init(false, text: .init("OK", sv: "OK")),
            ]),
        CapabilityRow(
            .battery, facts: .quantity(.percent, range: 0...100),
            icon: "battery", domain: .network, decimals: 0, isOnTiles: false, isListedLast: true,
            name: .init("Battery", sv: "Batteri"), plural: .init("batteries", sv: "batterier")),
        CapabilityRow(
            .lowBattery, facts: .state(.boolean),
            icon: "battery", domain: .network, isOnTiles: false, isListedLast: true,
            name: .init("Battery warning", sv: "Batterivarning"),
            values: [
                .init(true, text: .init("nearly empty", sv: "nästan tomt")),
                .init(false, text: .init("OK", sv: "OK")),
            ]),
        CapabilityRow(
            .filterLife, facts: .quantity(.percent, range: 0...100),
            icon: "air", domain: .climate, decimals: 0, isOnTiles: false, isListedLast: true,
            name: .init("Filter life left", sv: "Filtrets återstående livslängd")),
        CapabilityRow(
            .linkQuality, facts: .quantity(.percent, range: 0...100),
            icon: "network", domain: .network, decimals: 0, isOnTiles: false, isListedLast: true,
            name: .init("Signal", sv: "Signal")),
        CapabilityRow(
            .button, facts: .event(.text), safety: .byPurpose,
            icon: "button", domain: .network, name: .init("Button", sv: "Knapp"),
            plural: .init("buttons", sv: "knappar")),
        CapabilityRow(
            .choice, facts: .state(.choice),
            icon: "list", domain: .network, name: .init("Choice", sv: "Val"), plural: .init("choices", sv: "val")),
        CapabilityRow(
            .number,
            facts: .state(.number, unit: nil, range: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude),
            icon: "list", domain: .network, name: .init("Number", sv: "Tal"), plural: .init("numbers", sv: "tal")),
        CapabilityRow(
            .text, facts: .unrecorded(.text),
            icon: "list", domain: .network, name: .init("Text", sv: "Text"), plural: .init("texts", sv: "texter")),
    ]

    /// The rows in the order of the cases of `CapabilityKind`.
    static let byKind = CapabilityKind.allCases.map { kind in
        rows.first { $0.kind == kind } ?? CapabilityRow(kind, facts: .unrecorded(.text), icon: "list", domain: .network)
    }

    /// The facts in the order of the cases of `CapabilityKind`: a small table, because every reading uses it.
    static let facts = byKind.map(\.facts)
}
