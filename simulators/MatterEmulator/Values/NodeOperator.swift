package import MatterProtocol

/// Carries out what a controller wants of the physical device behind a node: the changes of one command or of one write,
/// in order. Returns the status that the controller gets.
///
/// The attributes do not change by this. They change when the device has reached its new values, which the caller passes
/// to `NodeServer.set`.
package typealias NodeOperator = @Sendable ([ControllerChange]) async -> InteractionStatus
