import TomteCommands

@main
enum Tomte {
    static func main() async {
        await TomteCommand.start()
    }
}
