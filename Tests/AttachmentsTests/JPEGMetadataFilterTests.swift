import Testing

@testable import Attachments

/// What of a JPEG file reaches the program that converts it.
struct JPEGMetadataFilterTests {
    private static let table = segment(0xDB, content: [UInt8](repeating: 3, count: 65))
    private static let profile = segment(0xE2, content: Array("ICC_PROFILE\0\u{1}\u{1}colours".utf8))
    private static let image: [UInt8] = [0xFF, 0xDA, 0, 2, 0xFF, 0xE1, 0, 9, 1, 2, 3, 0xFF, 0xD9]

    private static func segment(_ marker: UInt8, content: [UInt8]) -> [UInt8] {
        PictureBytes.join([0xFF, marker], PictureBytes.big(content.count + 2, bytes: 2), content)
    }

    /// EXIF data with one directory; `more` follows it.
    private static func exif(orientation: UInt8, isLittle: Bool = false, more: [UInt8] = []) -> [UInt8] {
        let signature = Array("Exif\0\0".utf8)
        let big: [UInt8] = [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
        let little: [UInt8] = [
            0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0,
        ]
        return segment(0xE1, content: signature + (isLittle ? little : big) + more)
    }

    private static func filtered(_ bytes: [UInt8], piece: Int) -> [UInt8] {
        var filter = JPEGMetadataFilter()
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            result += filter.update(Array(bytes[start..<min(start + piece, bytes.count)]))
        }
        return result + (filter.finish() ?? [])
    }

    @Test(arguments: [1, 3, 64, 100_000]) func onlyWhatDrawsThePictureStays(piece: Int) {
        let start: [UInt8] = [0xFF, 0xD8]
        let before = PictureBytes.join(
            start, [0xFF, 0xFF], Self.exif(orientation: 6, more: Array("SECRET".utf8)), Self.profile,
            Self.exif(orientation: 3))
        let picture = PictureBytes.join(
            before, Self.segment(0xE1, content: Array("http://ns.adobe.com/xap/1.0/\0SECRET".utf8)),
            Self.segment(0xFE, content: Array("SECRET".utf8)), [7, 0xFF, 0, 0xFF, 0xD0], Self.table, Self.image)
        let expected = PictureBytes.join(start, Self.exif(orientation: 6), Self.profile, Self.table, Self.image)
        #expect(Self.filtered(picture, piece: piece) == expected)
    }

    @Test(arguments: [true, false]) func orientationIsReadInBothByteOrders(isLittle: Bool) {
        let picture = PictureBytes.join([0xFF, 0xD8], Self.exif(orientation: 8, isLittle: isLittle), Self.image)
        let expected = PictureBytes.join([0xFF, 0xD8], Self.exif(orientation: 8), Self.image)
        #expect(Self.filtered(picture, piece: 10) == expected)
    }

    /// Directories that name themselves, that lie outside, or that have other values than an orientation.
    @Test func brokenMetadataIsRemoved() {
        let signature = Array("Exif\0\0".utf8)
        let pointer: [UInt8] = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
        let pointers = (0..<5000).flatMap { _ in pointer }
        let contents: [[UInt8]] = [
            signature, signature + Array("MM\0*".utf8), signature + [0x4D, 0x4D, 0, 0x2A, 0xFF, 0xFF, 0xFF, 0xFF],
            signature + [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0x13, 0x88] + pointers,
            signature + [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0xFF, 0xFF], [], Array("Ex".utf8),
        ]
        let expected = [0xFF, 0xD8] + Self.image
        for content in contents {
            let picture = [0xFF, 0xD8] + Self.segment(0xE1, content: content) + Self.image
            #expect(Self.filtered(picture, piece: 1000) == expected)
        }
        #expect(Self.filtered([0xFF, 0xD8] + Self.exif(orientation: 9) + Self.image, piece: 9) == expected)
    }

    /// Metadata at the end of a file that has no image data does not reach the program either.
    @Test func fileWithoutImageDataEndsEarly() {
        let cut = Array(Self.exif(orientation: 6, more: [1, 2, 3]).dropLast())
        let picture = [0xFF, 0xD8] + Self.table + cut
        #expect(Self.filtered(picture, piece: 50) == [0xFF, 0xD8] + Self.table)
    }

    @Test func otherFormatsPassAsTheyAre() {
        let pictures = [
            PictureBytes.png(width: 9, height: 9), PictureBytes.webPLossy(width: 9, height: 9), [0xFF], [],
        ]
        for picture in pictures { #expect(Self.filtered(picture, piece: 5) == picture) }
    }
}
