/// A construct that product sources must not contain.
enum WordingRule: CaseIterable {
    case `public`, uncheckedSendable, forcedTry, forcedCast, forcedUnwrap, fatalError, unstructuredTask, detachedTask
    case unsafeIsolation, print, clockInPureCode, fileStatus

    static func violations(in file: SourceFile) -> [Violation] {
        file.code.enumerated().flatMap { index, line in
            allCases.filter {
                line.includes($0.requiredText) && line.contains($0.pattern) && !$0.isAllowed(at: index, of: file)
            }
            .map { Violation(path: file.path, line: index + 1, message: $0.message) }
        }
    }

    private func isAllowed(at index: Int, of file: SourceFile) -> Bool {
        switch self {
        case .uncheckedSendable:
            let isExplained = index > 0 && file.lines[index - 1].contains("//")
            return file.name.hasSuffix("Handle.swift") && isExplained
        case .unstructuredTask: return file.target == "GatewayApp"
        case .clockInPureCode: return !["HomeModel", "DeviceProtocols", "GatewayWire"].contains(file.target)
        default: return false
        }
    }

    /// A text that every line with a violation contains. Searching for it is far cheaper than the pattern.
    private var requiredText: String {
        switch self {
        case .public: "public"
        case .uncheckedSendable: "@unchecked"
        case .forcedTry, .forcedCast, .forcedUnwrap: "!"
        case .fatalError: "fatalError"
        case .unstructuredTask, .detachedTask: "Task"
        case .unsafeIsolation: "unsafe"
        case .print: "rint"
        case .clockInPureCode: "Date"
        case .fileStatus: "stat("
        }
    }

    private var pattern: Regex<Substring> {
        switch self {
        case .public: #/\bpublic\b/#
        case .uncheckedSendable: #/@unchecked\s+Sendable/#
        case .forcedTry: #/\btry!/#
        case .forcedCast: #/\bas!/#
        case .forcedUnwrap: #/(?:[\w)\]>"]!(?:$|[^=\w"]))/#
        case .fatalError: #/\bfatalError\s*\(/#
        case .unstructuredTask: #/(?:^|[^\w.])Task\s*(?:<[^>]*>\s*)?(?:\{|\(|\.init\b)/#
        case .detachedTask: #/\bTask\s*(?:<[^>]*>\s*)?\.detached\b/#
        case .unsafeIsolation: #/\bnonisolated\s*\(\s*unsafe\s*\)/#
        case .print: #/(?:^|[^\w.])(?:print|debugPrint)\s*\(/#
        case .clockInPureCode: #/\bDate\s*(?:\(\s*\)|\.now\b)/#
        case .fileStatus: #/\b[fl]?stat\(/#
        }
    }

    private var message: String {
        switch self {
        case .public: "an application declares nothing `public`; use `package`"
        case .uncheckedSendable:
            "`@unchecked Sendable` belongs in a file named …Handle.swift, with the reason on the line above"
        case .forcedTry: "`try!` traps; throw a typed error"
        case .forcedCast: "`as!` traps; use `as?` and say what is wrong"
        case .forcedUnwrap: "`!` traps; use `guard let`, or a type that cannot be nil"
        case .fatalError: "`fatalError` ends the whole gateway; throw a typed error"
        case .unstructuredTask:
            "an unstructured `Task` outlives its caller; use a task group (only GatewayApp may start one)"
        case .detachedTask: "`Task.detached` outlives its caller and loses its priority; use a task group"
        case .unsafeIsolation: "`nonisolated(unsafe)` hides a race; use an actor, a Mutex or a value"
        case .print: "`print` must not be used; log through swift-log, or write to the console of TomteCommands"
        case .clockInPureCode: "pure code reads no clock; take `now` as a parameter"
        case .fileStatus:
            "beside Foundation, some builds do not find the members of `stat`; use `Stat` of SystemPackage"
        }
    }
}
