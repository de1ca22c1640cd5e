import CProcess
import Concurrency
import Glibc
package import HomeModel
import HostInspection

/// Converts uploaded pictures to JPEG in a confined program. The gateway itself never decodes a picture: it passes bytes
/// on, and checks the beginning and the end of what comes back.
package struct PhotoConverter: Sendable {
    /// Who starts the program.
    package enum Host: Hashable, Sendable {
        /// The gateway starts it as its child.
        case child
        /// The system starts it for each connection to this socket, because the gateway may start no program.
        case service(socket: String)
    }

    package enum Failure: Error, Sendable {
        /// The program rejected the picture, or it exceeded a limit.
        case unreadable
        case timedOut
        case cancelled
        /// The program cannot be started.
        case unavailable
        case file(AttachmentFileError)
    }

    /// The result of a conversion.
    package struct Photo: Sendable {
        package let pixels: PixelSize
        package let bytes: Int
    }

    /// The socket of the service in the package.
    package static let standardSocket = "/run/tomte/photographs.sock"
    /// Of a slow machine that does other work too.
    private static let timeout = Duration.seconds(60)
    private static let maximumOutputBytes = 32 << 20

    package let host: Host

    package init(_ host: Host) { self.host = host }

    /// Writes the converted picture to `writer`, which is finished then. At most `edge` pixels are on its longer edge.
    ///
    /// Cancelling the task ends the program.
    package func convert(
        _ source: SealedFileReader, longestEdge edge: Int, to writer: SealedFileWriter
    ) async throws(Failure) -> Photo {
        let timeout = Self.timeout
        let result = await BlockingExecutor.offPool(cancellable: {
            (isCancelled: () -> Bool) -> Result<Photo, Failure> in
            Result<Photo, Failure> { () throws(Failure) -> Photo in
                var (source, writer, check, filter) = (source, writer, JPEGCheck(), JPEGMetadataFilter())
                try exchange(
                    longestEdge: edge, until: ContinuousClock.now + timeout, isCancelled: isCancelled,
                    next: { () throws(AttachmentFileError) -> [UInt8]? in
                        guard let piece = try source.next() else { return filter.finish() }
                        return filter.update(piece)
                    },
                    receive: { bytes throws(AttachmentFileError) in
                        check.add(bytes)
                        try writer.write(bytes)
                    })
                guard let pixels = check.pixels, max(pixels.width, pixels.height) <= edge else { throw .unreadable }
                do throws(AttachmentFileError) { try writer.finish() } catch { throw .file(error) }
                return Photo(pixels: pixels, bytes: writer.bytes)
            }
        })
        return try result.get()
    }

    /// Converts a picture of one pixel, to find out whether photographs can be converted. Returns nil if they can.
    package func obstacle() async -> ConverterObstacle? {
        if host == .child {
            let programs: [(String, ConverterObstacle)] = [
                (PhotoConfinement.bubblewrap, .bubblewrapMissing), (PhotoConfinement.converter, .converterMissing),
                (PhotoConfinement.limiter, .limiterMissing),
            ]
            if let missing = programs.first(where: { access($0.0, X_OK) != 0 }) { return missing.1 }
        }
        let timeout = Self.timeout
        let isWorking = await BlockingExecutor.offPool(cancellable: { (isCancelled: () -> Bool) -> Bool in
            var check = JPEGCheck()
            var rest: [UInt8]? = SinglePixel.png
            do throws(Failure) {
                try exchange(
                    longestEdge: AttachmentLimits.thumbnailEdge, until: ContinuousClock.now + timeout,
                    isCancelled: isCancelled,
                    next: { () throws(AttachmentFileError) -> [UInt8]? in
                        defer { rest = nil }
                        return rest
                    },
                    receive: { bytes throws(AttachmentFileError) in check.add(bytes) })
            } catch {
                return false
            }
            return check.pixels == PixelSize(width: 1, height: 1)
        })
        if isWorking { return nil }
        return host == .child ? .confinementFails : .serviceMissing
    }

    /// Runs the program with the input that `next` returns. Blocks the calling thread.
    private func exchange(
        longestEdge edge: Int, until end: ContinuousClock.Instant, isCancelled: () -> Bool,
        next: () throws(AttachmentFileError) -> [UInt8]?,
        receive: ([UInt8]) throws(AttachmentFileError) -> Void
    ) throws(Failure) {
        let program = try RunningConverter(host, longestEdge: edge)
        defer { program.end() }
        let exchange = ProgramExchange(
            socket: program.socket, end: end, maximumOutputBytes: Self.maximumOutputBytes)
        do {
            try exchange.run(isCancelled: isCancelled, next: { try next() }, receive: { try receive($0) })
        } catch let error as AttachmentFileError {
            throw .file(error)
        } catch ProgramExchange.Failure.timedOut {
            throw .timedOut
        } catch ProgramExchange.Failure.cancelled {
            throw .cancelled
        } catch {
            throw .unreadable
        }
    }
}

/// The program of one conversion, with the socket that is its standard input and output.
private struct RunningConverter {
    let socket: Int32
    /// Nil if the system started the program.
    private let process: pid_t?

    init(_ host: PhotoConverter.Host, longestEdge edge: Int) throws(PhotoConverter.Failure) {
        switch host {
        case .child: (socket, process) = try Self.start(longestEdge: edge)
        case .service(let path):
            guard let connected = UnixConnection.open(path) else { throw .unavailable }
            (socket, process) = (connected, nil)
            // The service reads the size from the first line.
            let line = Array("\(edge)\n".utf8)
            guard send(connected, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
                close(connected)
                throw .unavailable
            }
        }
    }

    private static func start(longestEdge edge: Int) throws(PhotoConverter.Failure) -> (Int32, pid_t?) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .unavailable
        }
        let (own, other) = (ends[0], ends[1])
        defer { close(other) }
        let command = PhotoConfinement.command(longestEdge: edge)
        do {
            let pid = try DetachedProgram.start(PhotoConfinement.bubblewrap, arguments: command) { actions in
                posix_spawn_file_actions_adddup2(&actions, other, STDIN_FILENO)
                posix_spawn_file_actions_adddup2(&actions, other, STDOUT_FILENO)
                posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            }
            return (own, pid)
        } catch {
            close(own)
            throw .unavailable
        }
    }

    /// Ends the program, if it has not ended. With bubblewrap everything in its namespaces ends.
    func end() {
        close(socket)
        guard let process else { return }
        kill(0 - process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}

/// Opens connections to Unix sockets.
private enum UnixConnection {
    /// Returns the descriptor; nil if nothing listens there.
    static func open(_ path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isSet = withUnsafeMutableBytes(of: &address.sun_path) { buffer -> Bool in
            guard bytes.count < buffer.count else { return false }
            buffer.copyBytes(from: bytes)
            return true
        }
        guard isSet else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard code == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

/// Checks what a program returns as JPEG: it has a header with a size, and its end. The program may have been taken over by
/// a hostile picture, so clients get its output only as a file that no browser interprets.
private struct JPEGCheck {
    private var scanner = ImageHeaderScanner()
    private var tail: [UInt8] = []

    mutating func add(_ bytes: [UInt8]) {
        scanner.add(bytes)
        tail = Array((tail + bytes.suffix(2)).suffix(2))
    }

    /// Nil if it is not a complete JPEG file.
    var pixels: PixelSize? {
        guard case .image(let header) = scanner.finding, header.format == .jpeg, tail == [0xFF, 0xD9] else {
            return nil
        }
        return header.pixels
    }
}

/// A grey picture of one pixel.
private enum SinglePixel {
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B,
        0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00,
        0x82, 0x00, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE,
        0x42, 0x60, 0x82,
    ]
}
