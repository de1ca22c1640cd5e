import HomeModel
import Logging

/// Counts rejected reports, and logs them at most once a minute for each device and reason.
struct RejectionCounts {
    private(set) var counts: [DeviceID: [String: Int]] = [:]
    private var lastLogged: [DeviceID: [String: Timestamp]] = [:]
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    mutating func note(_ code: String, sentence: @autoclosure () -> String, device: DeviceID, at now: Timestamp) {
        counts[device, default: [:]][code, default: 0] += 1
        if let last = lastLogged[device]?[code], now - last < .seconds(60) { return }
        lastLogged[device, default: [:]][code] = now
        logger.notice(
            "a reading was rejected",
            metadata: [
                LogKey.deviceID: "\(device)", LogKey.errorCode: "\(code)", LogKey.errorDetail: "\(sentence())",
                LogKey.count: "\(counts[device]?[code] ?? 0)",
            ])
    }
}
