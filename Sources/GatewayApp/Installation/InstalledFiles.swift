import Foundation

/// The files that come with the program, such as device profiles: in `share/tomte` beside its `bin`, or, for a program in
/// the build folder of a checkout, in the checkout. The working folder does not count, because a service may start
/// anywhere.
package enum InstalledFiles {
    /// The file or folder with this name in `share/tomte`, or this path in the checkout; nil if neither exists.
    package static func folder(_ name: String, inCheckout path: String) -> String? {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return candidates(name, inCheckout: path, beside: program.path)
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The list of the makers of Matter devices; nil if it does not exist.
    static var makers: String? {
        folder("devices/matter-makers.pem", inCheckout: "devices/matter-makers.pem")
    }

    static func candidates(_ name: String, inCheckout path: String, beside program: String) -> [String] {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent().appending(path: "share/tomte/\(name)").path
        guard let build = program.range(of: "/.build/") else { return [installed] }
        return [installed, "\(program[..<build.lowerBound])/\(path)"]
    }
}
