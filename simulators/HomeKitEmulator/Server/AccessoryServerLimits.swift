/// The limits of a simulated accessory. Those of messages are in `HAPMessageLimits.accessory`.
package struct AccessoryServerLimits: Hashable, Sendable {
    /// The specification asks for eight connections or more. A further connection is closed at once.
    package var connections = 16
    /// The answers and events that wait for one connection. A controller that does not read is disconnected after them.
    package var queuedMessages = 256
    /// The time in which a connection must be verified; a person may have to find the setup code meanwhile.
    package var verification = Duration.seconds(300)
    /// The time for which events are collected, so that several changes become one event.
    package var eventDelay = Duration.milliseconds(50)

    package init() {}
}
