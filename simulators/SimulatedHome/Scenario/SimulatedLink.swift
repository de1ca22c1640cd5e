/// How a simulated device is reached.
enum SimulatedLink: String, CaseIterable {
    /// By the broker, in one of the dialects.
    case mqtt
    case homekit, matter
}
