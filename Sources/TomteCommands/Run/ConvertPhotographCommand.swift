import ArgumentParser
import GatewayApp

/// The subcommand `tomte convert-photograph`, which people do not use: the system runs it for each connection of the
/// gateway to the socket of `tomte-photographs.socket`.
struct ConvertPhotographCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert-photograph",
        abstract: "Convert a photograph for the gateway (run by tomte-photographs@.service).",
        discussion: HelpDiscussion.discussion(
            "Standard input has a line with the longest edge in pixels, 4096 or 480, and then the picture. The JPEG file is "
                + "written to standard output.",
            commands: "tomte convert-photograph"),
        shouldDisplay: false)

    func run() throws(CLIError) {
        switch PhotographService.run() {
        case .wrongRequest: throw .usage("The first line of standard input must be 4096 or 480.")
        case .notInstalled:
            throw .cannotStart("bubblewrap is not installed: apt install bubblewrap libvips-tools util-linux")
        }
    }
}
