import HomeModel

/// The request of the API that the current task answers, for the audit log.
///
/// A task-local and no parameter: it decides nothing, so that no service and no identity needs to know it, and none can
/// forget to pass it on.
package enum RequestID {
    @TaskLocal package static var current: String?

    package static func new() -> String { UInt64.random(in: 0...UInt64.max).hexadecimal }
}
