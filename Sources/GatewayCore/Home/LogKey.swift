/// The metadata keys of all log lines of the gateway, except those that only a link has. Values are ids and codes, never
/// names or secrets.
package enum LogKey {
    package static let deviceID = "device.id"
    package static let requestID = "request.id"
    package static let errorCode = "error.code"
    package static let errorDetail = "error.detail"
    package static let lane = "lane"
    package static let link = "link"
    package static let count = "count"
    package static let part = "part"
    package static let seconds = "seconds"
    package static let command = "command"
    package static let outcome = "outcome"
}
