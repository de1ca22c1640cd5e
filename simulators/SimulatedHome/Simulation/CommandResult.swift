/// The result of a command of a controller to a device with a server of its own.
package struct CommandResult: Hashable, Sendable {
    /// What the device answers. Nil if it does not act on the command.
    package let response: DeviceResponse?
    package let effects: [SimulationEffect]
}
