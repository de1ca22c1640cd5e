import ArgumentParser
import Foundation

/// Selects the state folder of a home.
struct StateOptions: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp("The home's state folder (or TOMTE_STATE; default ./.tomte).", valueName: "dir"))
    private var option: String?

    var folder: StateFolderPath {
        StateFolderPath(option: option, environment: ProcessInfo.processInfo.environment)
    }
}
