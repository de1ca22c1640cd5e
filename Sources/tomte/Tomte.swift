import TomteCommands

/// The entry point of the executable.
@main
enum Tomte {
    static func main() async {
        await TomteCommand.start()
    }
}
