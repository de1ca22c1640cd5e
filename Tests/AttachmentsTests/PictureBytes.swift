/// The first bytes of pictures, as their formats define them. None of them can be decoded.
enum PictureBytes {
    static func jpeg(width: Int, height: Int, segments: Int = 1, marker: UInt8 = 0xC2) -> [UInt8] {
        let metadata = join([0xFF, 0xE1], big(65_535, bytes: 2), [UInt8](repeating: 0xFF, count: 65_533))
        let size = join(big(17, bytes: 2), [8], big(height, bytes: 2), big(width, bytes: 2), [3])
        var bytes: [UInt8] = [0xFF, 0xD8]
        for _ in 0..<segments { bytes += metadata }
        return join(bytes, [0xFF, 0xFF, marker], size, [UInt8](repeating: 1, count: 9))
    }

    static func png(width: Int, height: Int) -> [UInt8] {
        join(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], big(13, bytes: 4), Array("IHDR".utf8),
            big(width, bytes: 4), big(height, bytes: 4), [8, 2, 0, 0, 0])
    }

    static func webPLossy(width: Int, height: Int) -> [UInt8] {
        let size = join(little(width, bytes: 2), little(height, bytes: 2))
        return webP("VP8 ", content: join([0x10, 0, 0, 0x9D, 0x01, 0x2A], size))
    }

    static func webPLossless(width: Int, height: Int) -> [UInt8] {
        let size = little((width - 1) | (height - 1) << 14, bytes: 4)
        return webP("VP8L", content: join([0x2F], size, [0, 0, 0, 0, 0]))
    }

    static func webPExtended(width: Int, height: Int) -> [UInt8] {
        webP("VP8X", content: join([0, 0, 0, 0], little(width - 1, bytes: 3), little(height - 1, bytes: 3)))
    }

    static func heic(width: Int, height: Int, brand: String = "heic", hasSize: Bool = true) -> [UInt8] {
        let small = box("ispe", content: join([0, 0, 0, 0], big(512, bytes: 4), big(512, bytes: 4)))
        let large = box("ispe", content: join([0, 0, 0, 0], big(width, bytes: 4), big(height, bytes: 4)))
        let sizes = hasSize ? join(small, large) : []
        let properties = box("ipco", content: join(box("hvcC", content: [1, 2, 3]), sizes))
        let handler = box("hdlr", content: [UInt8](repeating: 0, count: 25))
        let meta = join([0, 0, 0, 0], handler, box("iprp", content: properties))
        let brands = join(Array("mif1".utf8), [0, 0, 0, 0], Array("mif1".utf8), Array(brand.utf8))
        return join(
            box("ftyp", content: brands), box("free", content: [UInt8](repeating: 0, count: 300)),
            box("meta", content: meta), box("mdat", content: [1, 2, 3]))
    }

    private static func webP(_ type: String, content: [UInt8]) -> [UInt8] {
        join(
            Array("RIFF".utf8), little(1000, bytes: 4), Array("WEBP".utf8), Array(type.utf8), little(990, bytes: 4),
            content)
    }

    private static func box(_ type: String, content: [UInt8]) -> [UInt8] {
        join(big(content.count + 8, bytes: 4), Array(type.utf8), content)
    }

    static func big(_ number: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func little(_ number: Int, bytes: Int) -> [UInt8] { big(number, bytes: bytes).reversed() }

    static func join(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }
}
