/// The command that converts one picture from its standard input to JPEG on its standard output, without network, without
/// files but the read-only programs of the system, and within limits of memory and time.
///
/// bubblewrap gives the program a root of its own in new namespaces: no network, no home, no `/etc`, no `/proc`, no
/// `/dev`, and no right to make namespaces again. prlimit then limits it, and vipsthumbnail reads the picture. It loads
/// only decoders that libvips counts as safe for pictures of strangers, reads large pictures at a fraction of their size,
/// applies the orientation, converts the colours to sRGB, and writes no metadata.
package enum PhotoConfinement {
    static let bubblewrap = "/usr/bin/bwrap"
    static let limiter = "/usr/bin/prlimit"
    static let converter = "/usr/bin/vipsthumbnail"

    /// The private memory of the program in bytes, which is what a picture can make large.
    package static let memoryBytes = 256 << 20
    /// The address space in bytes. It also counts the code of libraries, which the system shares.
    private static let addressBytes = 1 << 30
    private static let stackBytes = 1 << 20
    package static let processorSeconds = 10
    private static let processes = 32
    private static let openFiles = 64
    private static let quality = 85

    /// The whole command; its first word is the program. The result has at most `edge` pixels on its longer edge.
    package static func command(longestEdge edge: Int) -> [String] {
        sandbox + limits + conversion(edge)
    }

    private static let sandbox: [String] =
        [
            bubblewrap, "--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent", "--new-session",
            "--cap-drop", "ALL", "--clearenv",
        ]
        + environment.flatMap { ["--setenv", $0.name, $0.value] }
        + [
            "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
            "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", "--remount-ro", "/", "--chdir", "/", "--",
        ]

    private static let environment: [(name: String, value: String)] = [
        ("PATH", "/usr/bin"), ("LC_ALL", "C"),
        // Of the decoders in libvips, only those that its authors test against hostile files.
        ("VIPS_BLOCK_UNTRUSTED", "1"),
        // Generates no code at run time, which the service forbids.
        ("VIPS_NOVECTOR", "1"),
        // Less memory: one thread, one arena, and no copies in files, which do not exist here.
        ("VIPS_CONCURRENCY", "1"), ("MALLOC_ARENA_MAX", "1"), ("VIPS_DISC_THRESHOLD", "1000m"),
    ]

    private static let limits: [String] = [
        limiter, "--data=\(memoryBytes)", "--as=\(addressBytes)", "--stack=\(stackBytes)",
        "--cpu=\(processorSeconds)", "--fsize=0", "--core=0", "--nproc=\(processes)", "--nofile=\(openFiles)", "--",
    ]

    private static func conversion(_ edge: Int) -> [String] {
        [
            converter, "stdin[fail_on=truncated]", "--size", "\(edge)x\(edge)>", "--export-profile", "srgb",
            "--output", ".jpg[Q=\(quality),strip,optimize_coding,background=255]",
        ]
    }
}

/// Why photographs cannot be converted on this machine.
package enum ConverterObstacle: String, Hashable, Sendable, CaseIterable {
    case bubblewrapMissing
    case converterMissing
    case limiterMissing
    /// The programs exist, but a picture of one pixel could not be converted: most often the system forbids namespaces.
    case confinementFails
    /// The service that converts photographs does not answer.
    case serviceMissing
}
