import Foundation
import HomeModel
import HostInspection
import Testing

@testable import Attachments

/// Real conversions with libvips in bubblewrap, also of files that were made to do harm.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PhotoConverterTests {
    private static let record = AttachmentRecord(
        id: AttachmentID("0123456789abcdef"), owner: .appliance(ApplianceID("dishwasher")), kind: .photo)

    /// A grey PNG picture without compression of its rows beyond zlib's, made by Python.
    private static func png(width: Int, height: Int, rows: Int? = nil) throws -> [UInt8] {
        let code = """
            import struct, sys, zlib
            w, h, rows = \(width), \(height), \(rows ?? height)
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            packer = zlib.compressobj(9)
            data = b"".join(packer.compress(b"\\0" + bytes((x * 7 + y) % 256 for x in range(w)) if w < 5000
                else b"\\0" + bytes(w)) for y in range(rows)) + packer.flush()
            head = struct.pack(">IIBBBBB", w, h, 8, 0, 0, 0, 0)
            sys.stdout.buffer.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
            """
        let output = try SystemProgram("python3", limitBytes: 8 << 20, timeout: .seconds(120)).run(["-c", code])
        #expect(output.status == 0)
        return output.bytes
    }

    /// Converts a picture as the gateway does, and returns the result.
    private static func convert(_ picture: [UInt8], edge: Int = AttachmentLimits.photoEdge) async throws -> (
        photo: PhotoConverter.Photo, bytes: [UInt8]
    ) {
        let path = "/tmp/attachments-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = AttachmentFolder(path: path)
        try folder.prepare()
        let key = AttachmentKey.random()
        let upload = try AttachmentUpload(of: record, key: key, in: folder)
        for start in stride(from: 0, to: picture.count, by: 100_000) {
            try await upload.receive(Array(picture[start..<min(start + 100_000, picture.count)]))
        }
        _ = try await upload.finish()
        let writer = try SealedFileWriter(
            try folder.newFile(), sealer: FileSealer(.content, of: record, key: key))
        let photo = try await PhotoConverter(.child).convert(
            try await upload.reader(), longestEdge: edge, to: writer)
        var reader = try SealedFileReader(writer.file, part: .content, of: record, key: key)
        var bytes: [UInt8] = []
        while let piece = try reader.next() { bytes += piece }
        #expect(bytes.count == photo.bytes)
        return (photo, bytes)
    }

    @Test func machineOfTheTestsCanConvertPhotographs() async {
        #expect(await PhotoConverter(.child).obstacle() == nil)
    }

    @Test func serviceThatDoesNotListenIsAnObstacle() async {
        let socket = "/tmp/no-\(UUID().uuidString.prefix(8)).sock"
        #expect(await PhotoConverter(.service(socket: socket)).obstacle() == .serviceMissing)
    }

    @Test func largePictureIsReducedAndASmallOneIsNot() async throws {
        let (large, bytes) = try await Self.convert(try Self.png(width: 4800, height: 1200))
        #expect(large.pixels == PixelSize(width: 4096, height: 1024))
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == [0xFF, 0xD9])
        let (small, _) = try await Self.convert(try Self.png(width: 60, height: 40))
        #expect(small.pixels == PixelSize(width: 60, height: 40))
        let (thumbnail, _) = try await Self.convert(bytes, edge: AttachmentLimits.thumbnailEdge)
        #expect(thumbnail.pixels == PixelSize(width: 480, height: 120))
    }

    /// The orientation is applied. Positions, texts, comments and what follows the picture are gone.
    @Test func metadataAndTrailersAreRemoved() async throws {
        let (_, plain) = try await Self.convert(try Self.png(width: 60, height: 40))
        func segment(_ marker: UInt8, content: [UInt8]) -> [UInt8] {
            PictureBytes.join([0xFF, marker], PictureBytes.big(content.count + 2, bytes: 2), content)
        }
        // An EXIF directory with one entry: the orientation 6, to be turned by 90 degrees.
        let exif = PictureBytes.join(
            Array("Exif\0\0MM\0*".utf8), [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
            Array("SECRET 59.3326N".utf8))
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SECRET</x:xmpmeta>".utf8)
        let picture = PictureBytes.join(
            [0xFF, 0xD8], segment(0xE1, content: exif), segment(0xE1, content: xmp),
            segment(0xFE, content: Array("SECRET comment".utf8)),
            Array(plain.dropFirst(2)), Array("PK\u{3}\u{4}SECRET<script>alert(1)</script>".utf8))
        let (photo, bytes) = try await Self.convert(picture)
        #expect(photo.pixels == PixelSize(width: 40, height: 60))
        let data = Data(bytes)
        for word in ["SECRET", "Exif", "xmpmeta", "script", "PK\u{3}\u{4}"] {
            #expect(!data.contains(Data(word.utf8)), "\(word)")
        }
    }

    /// 150 segments of 64 kB before the picture.
    @Test func pictureWithMuchMetadataIsConverted() async throws {
        let (_, plain) = try await Self.convert(try Self.png(width: 60, height: 40))
        let segment = PictureBytes.join([0xFF, 0xE1, 0xFF, 0xFF], [UInt8](repeating: 0x41, count: 65_533))
        var picture: [UInt8] = [0xFF, 0xD8]
        for _ in 0..<150 { picture += segment }
        let (photo, bytes) = try await Self.convert(picture + plain.dropFirst(2))
        #expect(photo.pixels == PixelSize(width: 60, height: 40) && bytes.count < 10_000)
    }

    @Test func truncatedAndDamagedPicturesAreRefused() async throws {
        let png = try Self.png(width: 600, height: 400)
        let (_, jpeg) = try await Self.convert(png)
        let wrong = [
            Array(png.prefix(png.count / 2)), Array(jpeg.prefix(jpeg.count / 2)), Array(jpeg.prefix(40)),
            // The header promises more rows than there are.
            try Self.png(width: 600, height: 4000, rows: 10),
            PictureBytes.heic(width: 100, height: 100), PictureBytes.webPLossy(width: 100, height: 100),
        ]
        for picture in wrong {
            await #expect(throws: (any Error).self) { try await Self.convert(picture) }
        }
    }

    /// 100 megapixels in 100 kB: within the limits of the gateway, so the program must cope with it in its memory.
    @Test func decompressionBombWithinTheLimitsIsHarmless() async throws {
        let bomb = try Self.png(width: 10_000, height: 10_000)
        #expect(bomb.count < 500_000)
        let (photo, _) = try await Self.convert(bomb)
        #expect(photo.pixels == PixelSize(width: 4096, height: 4096))
    }

    @Test func bombBeyondTheLimitsIsRefusedBeforeItIsConverted() async throws {
        await #expect {
            _ = try await Self.convert(PictureBytes.png(width: 30_000, height: 30_000))
        } throws: { error in
            if case AttachmentUpload.Failure.refused(.tooManyPixels) = error { true } else { false }
        }
    }

    /// The program sees neither the files nor the network nor the processes of the machine.
    @Test func confinementHidesTheMachine() throws {
        let command = PhotoConfinement.command(longestEdge: 480)
        let end = try #require(command.firstIndex(of: PhotoConfinement.limiter))
        let script = "ls / /proc /dev /home /etc /root 2>/dev/null; id -u; touch /tmp/a /usr/a 2>&1; ulimit -f"
        let limits = try #require(command[end...].firstIndex(of: "--"))
        let sandbox = Array(command[1..<end]) + Array(command[end...limits])
        let output = try SystemProgram("bwrap", timeout: .seconds(60)).run(sandbox + ["/usr/bin/dash", "-c", script])
        for hidden in ["passwd", "shadow", "cpuinfo", "root", "home"] {
            #expect(!output.text.contains(hidden), "\(hidden): \(output.text)")
        }
        #expect(output.text.contains("Read-only file system") && output.text.hasSuffix("0\n"))
    }
}
