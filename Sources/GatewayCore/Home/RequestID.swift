import HomeModel

/// The id of the API request that the current task handles, for the audit log.
///
/// It is a task-local value and not a parameter: it decides nothing, so no service and no identity needs to know it,
/// and none can forget to pass it on.
package enum RequestID {
    @TaskLocal package static var current: String?

    /// Returns a random id in hexadecimal.
    package static func new() -> String { UInt64.random(in: 0...UInt64.max).hexadecimal }
}
