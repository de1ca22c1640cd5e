import HomeModel

extension ServiceMapping {
    /// Sensors have no rows of their own: `CommonMapping` contains them, because devices put sensors into other services
    /// too, such as a temperature into an outlet.
    static let sensors = [
        ServiceMapping(.temperatureSensor, part: "temperature"), ServiceMapping(.humiditySensor, part: "humidity"),
        ServiceMapping(.lightSensor, part: "light-level"), ServiceMapping(.motionSensor, part: "motion"),
        ServiceMapping(.occupancySensor, part: "occupancy"), ServiceMapping(.contactSensor, part: "contact"),
        ServiceMapping(.leakSensor, part: "leak"), ServiceMapping(.smokeSensor, part: "smoke"),
        ServiceMapping(.carbonMonoxideSensor, part: "carbon-monoxide"),
        ServiceMapping(.carbonDioxideSensor, part: "carbon-dioxide"),
        ServiceMapping(.airQualitySensor, part: "air-quality"), ServiceMapping(.battery, part: "battery"),
    ]
}
