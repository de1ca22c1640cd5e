import Attachments
import Glibc
import HomeModel

/// The program of the system's service that converts photographs for a gateway which may start no program itself. Standard
/// input and output are the connection of the gateway: a line with the longest edge, then the picture; and back the result.
package enum PhotographService {
    private static let longestLine = 8

    /// Why the program was not started.
    package enum Failure: Error, Sendable {
        /// The first line is no size of photographs.
        case wrongRequest
        case notInstalled
    }

    /// Replaces this process by the confined program. Returns only when that is not possible, with the reason.
    package static func run() -> Failure {
        guard let edge = readEdge(), [AttachmentLimits.photoEdge, AttachmentLimits.thumbnailEdge].contains(edge) else {
            return .wrongRequest
        }
        let command = PhotoConfinement.command(longestEdge: edge)
        guard let program = command.first else { return .notInstalled }
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        execv(program, &words)
        return .notInstalled
    }

    /// Reads the line byte by byte, because what follows it belongs to the next program.
    private static func readEdge() -> Int? {
        var line: [UInt8] = []
        while line.count < longestLine {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return Int(String(decoding: line, as: UTF8.self)) }
            line.append(byte)
        }
        return nil
    }
}
