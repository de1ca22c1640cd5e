import ArgumentParser
import Foundation

/// Which home a verb is about.
struct StateOptions: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp("The home's state folder (or TOMTE_STATE; default ./.tomte).", valueName: "dir"))
    private var option: String?

    var folder: StateFolder {
        StateFolder(option: option, environment: ProcessInfo.processInfo.environment)
    }
}
