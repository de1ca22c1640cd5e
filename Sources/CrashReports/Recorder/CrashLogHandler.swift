package import Logging

/// Passes log lines to another handler, and records them for a crash report.
package struct CrashLogHandler: LogHandler {
    private var handler: any LogHandler
    private let recording: CrashRecording

    package init(passingTo handler: any LogHandler, recording: CrashRecording) {
        self.handler = handler
        self.recording = recording
    }

    package func log(event: LogEvent) {
        recording.record(
            event.level, message: event.message.description,
            metadata: handler.metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" })
        handler.log(event: event)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    package var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    package var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    package var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }
}
