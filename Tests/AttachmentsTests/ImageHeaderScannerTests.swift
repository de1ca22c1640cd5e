import HomeModel
import SeededRandom
import Testing

@testable import Attachments

/// The first bytes of pictures, and of files that only look like pictures.
@Suite struct ImageHeaderScannerTests {
    private static func finding(_ bytes: [UInt8], pieces: Int) -> ImageHeaderScanner.Finding {
        var scanner = ImageHeaderScanner()
        var rest = bytes[...]
        while !rest.isEmpty {
            scanner.add(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        return scanner.finding
    }

    private static func image(_ format: ImageFormat, size: (Int, Int)) -> ImageHeaderScanner.Finding {
        .image(ImageHeader(format: format, pixels: PixelSize(width: size.0, height: size.1)))
    }

    static let pictures: [(name: String, bytes: [UInt8], format: ImageFormat)] = [
        ("JPEG", PictureBytes.jpeg(width: 4032, height: 3024), .jpeg),
        ("JPEG with metadata", PictureBytes.jpeg(width: 4032, height: 3024, segments: 40), .jpeg),
        ("PNG", PictureBytes.png(width: 4032, height: 3024), .png),
        ("WebP, lossy", PictureBytes.webPLossy(width: 4032, height: 3024), .webp),
        ("WebP, lossless", PictureBytes.webPLossless(width: 4032, height: 3024), .webp),
        ("WebP, extended", PictureBytes.webPExtended(width: 4032, height: 3024), .webp),
        ("HEIC", PictureBytes.heic(width: 4032, height: 3024), .heic),
    ]

    @Test(arguments: pictures.indices, [1, 7, 4096, 1 << 22])
    func formatAndSizeAreFoundInPiecesOfAnySize(_ picture: Int, pieces: Int) {
        let (name, bytes, format) = Self.pictures[picture]
        #expect(Self.finding(bytes, pieces: pieces) == Self.image(format, size: (4032, 3024)), "\(name)")
    }

    @Test(arguments: pictures.indices) func beginningAloneIsUndecided(_ picture: Int) {
        let bytes = Self.pictures[picture].bytes
        #expect(Self.finding(Array(bytes.prefix(11)), pieces: 4) == .undecided)
    }

    static let others: [[UInt8]] = [
        text("<svg xmlns=\"http://www.w3.org/2000/svg\">"), text("<!DOCTYPE html><script>"), text("GIF89a............"),
        text("%PDF-1.7\n%...."), text("PK\u{3}\u{4}............"), text("II*\0............"),
        [UInt8](repeating: 0, count: 64), text("RIFF....WAVEfmt ...."),
        PictureBytes.heic(width: 10, height: 10, brand: "avif"), PictureBytes.png(width: 0, height: 10),
        PictureBytes.jpeg(width: 10, height: 0), PictureBytes.jpeg(width: 10, height: 10, marker: 0xC3),
        PictureBytes.heic(width: 10, height: 10, hasSize: false),
    ]

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: others)
    func otherFilesAreNoPictures(_ bytes: [UInt8]) {
        #expect(Self.finding(bytes + [UInt8](repeating: 0x20, count: 400_000), pieces: 4096) == .none)
    }

    static let bombs: [(bytes: [UInt8], isAccepted: Bool)] = [
        (PictureBytes.png(width: 30_000, height: 30_000), false),
        (PictureBytes.png(width: 10_000, height: 10_000), true),
        (PictureBytes.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF), false),
        (PictureBytes.png(width: 100_000, height: 1), false),
        (PictureBytes.heic(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF), false),
        (PictureBytes.jpeg(width: 65_535, height: 65_535), false),
    ]

    @Test(arguments: bombs)
    func sizeOfABombIsNotAccepted(bytes: [UInt8], isAccepted: Bool) {
        guard case .image(let header) = Self.finding(bytes, pieces: 4096) else {
            Issue.record("no picture was found")
            return
        }
        #expect(header.pixels.isAccepted == isAccepted)
    }

    static let emptyParts: [(beginning: [UInt8], part: [UInt8])] = [
        ([0xFF, 0xD8], [0xFF, 0xFE, 0, 2]),
        (Array(PictureBytes.heic(width: 10, height: 10).prefix(24)), [0, 0, 0, 8] + text("free")),
    ]

    /// Each empty segment or box costs a copy of the buffer, so that millions of them would cost minutes.
    @Test(arguments: emptyParts)
    func fileOfManyEmptyPartsIsNoPicture(beginning: [UInt8], part: [UInt8]) {
        let bytes = beginning + (0..<5000).flatMap { _ in part }
        #expect(Self.finding(bytes, pieces: 1 << 16) == .none)
    }

    @Test(arguments: [3, 1 << 16]) func fillBytesBeforeTheSizeArePassedOver(_ pieces: Int) {
        let picture = PictureBytes.jpeg(width: 400, height: 300, segments: 0)
        let bytes = Array(picture.prefix(2)) + [UInt8](repeating: 0xFF, count: 50_000) + picture.dropFirst(2)
        #expect(Self.finding(bytes, pieces: pieces) == Self.image(.jpeg, size: (400, 300)))
    }

    /// Random changes must never trap, and must never make the scanner hold more than its limit.
    @Test func changedPicturesGiveSomeFinding() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            var bytes = Self.pictures[Int.random(in: Self.pictures.indices, using: &generator)].bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let pieces = Int.random(in: 1...5000, using: &generator)
            let whole = Self.finding(bytes, pieces: .max)
            #expect(Self.finding(bytes, pieces: pieces) == whole, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("%PDF-1.7\n...\n%%EOF\n", true), ("%PDF-2.0\n%%EOF", true), ("%PDF-1.7\n...", false),
        ("%PDF-3.0 %%EOF", false),
        (" %PDF-1.7 %%EOF", false), ("%%EOF", false), ("", false), ("<html>%PDF-1.7 %%EOF", false),
    ])
    func documentIsRecognisedByItsBeginningAndItsEnd(_ text: String, isPDF: Bool) {
        for pieces in [1, 3, 1000] {
            var scanner = DocumentScanner()
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                scanner.add(Array(rest.prefix(pieces)))
                rest = rest.dropFirst(pieces)
            }
            #expect(scanner.isPDF == isPDF)
        }
    }

    @Test func endOfADocumentMayBeFarFromItsBeginningAndNotFarFromItsEnd() {
        var scanner = DocumentScanner()
        scanner.add(Array("%PDF-1.7".utf8) + [UInt8](repeating: 1, count: 1 << 20) + Array("%%EOF\r\n".utf8))
        #expect(scanner.isPDF)
        scanner.add([UInt8](repeating: 1, count: 3000))
        #expect(!scanner.isPDF && scanner.canBePDF)
    }
}
