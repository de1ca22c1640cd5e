package import HomeModel

/// The formats of pictures that people may upload.
package enum ImageFormat: String, Sendable, CaseIterable { case jpeg, png, webp, heic }

/// What the beginning of a picture says of it.
package struct ImageHeader: Hashable, Sendable {
    package let format: ImageFormat
    package let pixels: PixelSize

    package init(format: ImageFormat, pixels: PixelSize) {
        self.format = format
        self.pixels = pixels
    }
}

/// Finds the format and the size of a picture in its first bytes, while these arrive. It decodes nothing, and holds at most
/// `maximumBufferedBytes`: what it skips, such as metadata, it does not keep.
package struct ImageHeaderScanner: Sendable {
    package enum Finding: Hashable, Sendable {
        case undecided
        case image(ImageHeader)
        /// No picture in one of the formats, or one without a size.
        case none
    }

    static let maximumBufferedBytes = 256 << 10
    /// The limit of segments or boxes before the size. Each costs a copy of the buffer, and a photograph has some hundreds.
    private static let maximumSkips = 2000

    package private(set) var finding = Finding.undecided
    private var buffer: [UInt8] = []
    /// The bytes that are passed over before the buffer continues.
    private var skipped = 0
    private var skipCount = 0
    private var format: ImageFormat?

    package init() {}

    /// Takes the next bytes, of any number. Once there is a finding, it does nothing.
    package mutating func add(_ bytes: [UInt8]) {
        guard finding == .undecided else { return }
        let passed = min(skipped, bytes.count)
        skipped -= passed
        buffer += bytes[passed...]
        while finding == .undecided, skipped == 0 {
            let before = buffer.count
            step()
            // A step that needs more bytes changes nothing.
            guard finding == .undecided, buffer.count < before else { break }
        }
        if finding == .undecided, buffer.count > Self.maximumBufferedBytes { finding = .none }
        if finding != .undecided { buffer = [] }
    }

    private mutating func step() {
        guard let format else { return recognise() }
        switch format {
        case .jpeg: stepJPEG()
        case .png: stepPNG()
        case .webp: stepWebP()
        case .heic: stepHEIC()
        }
    }

    /// Passes over a segment or a box. Finds no picture after too many of them.
    private mutating func skip(_ count: Int) {
        skipCount += 1
        if skipCount > Self.maximumSkips { finding = .none } else { drop(count) }
    }

    /// Drops bytes from the buffer, and what is missing there from those that arrive later.
    private mutating func drop(_ count: Int) {
        let inBuffer = min(count, buffer.count)
        buffer.removeFirst(inBuffer)
        skipped = count - inBuffer
    }

    private mutating func found(_ format: ImageFormat, width: Int, height: Int) {
        finding =
            width > 0 && height > 0
            ? .image(ImageHeader(format: format, pixels: PixelSize(width: width, height: height))) : .none
    }

    private mutating func recognise() {
        guard buffer.count >= 12 else { return }
        if buffer.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            skip(2)
        } else if buffer.starts(with: Self.signatureOfPNG) {
            format = .png
            skip(Self.signatureOfPNG.count)
        } else if buffer.starts(with: Array("RIFF".utf8)), buffer[8..<12].elementsEqual("WEBP".utf8) {
            format = .webp
            skip(12)
        } else if buffer[4..<8].elementsEqual("ftyp".utf8) {
            recogniseHEIC()
        } else {
            finding = .none
        }
    }

    private static let signatureOfPNG: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

// MARK: - JPEG. Source: ITU-T T.81, Annex B.

extension ImageHeaderScanner {
    private mutating func stepJPEG() {
        guard buffer.count >= 4 else { return }
        guard buffer[0] == 0xFF else {
            finding = .none
            return
        }
        let marker = buffer[1]
        // Any number of bytes 0xFF may fill the space before a marker.
        if marker == 0xFF { return drop(buffer.prefix { $0 == 0xFF }.count - 1) }
        let length = buffer.big16(at: 2)
        switch marker {
        case 0xC0, 0xC1, 0xC2:
            guard buffer.count >= 9 else { return }
            found(.jpeg, width: buffer.big16(at: 7), height: buffer.big16(at: 5))
        // Segments without a size: tables, application data and comments.
        case 0xC4, 0xCC, 0xDB, 0xDD, 0xE0...0xEF, 0xFE:
            guard length >= 2 else {
                finding = .none
                return
            }
            skip(2 + length)
        // Image data, the end, or a kind of coding that is not for photographs.
        default: finding = .none
        }
    }
}

// MARK: - PNG. Source: W3C "Portable Network Graphics", §5.3 and §11.2.2.

extension ImageHeaderScanner {
    private mutating func stepPNG() {
        guard buffer.count >= 16 else { return }
        guard buffer.big32(at: 0) == 13, buffer[4..<8].elementsEqual("IHDR".utf8) else {
            finding = .none
            return
        }
        found(.png, width: buffer.big32(at: 8), height: buffer.big32(at: 12))
    }
}

// MARK: - WebP. Source: RFC 9649 and RFC 6386 §9.1.

extension ImageHeaderScanner {
    private mutating func stepWebP() {
        guard buffer.count >= 18 else { return }
        let content = Array(buffer[8..<18])
        switch String(decoding: buffer[0..<4], as: UTF8.self) {
        case "VP8 ":
            guard content[0] & 1 == 0, content[3...5].elementsEqual([0x9D, 0x01, 0x2A]) else {
                finding = .none
                return
            }
            found(.webp, width: content.little16(at: 6) & 0x3FFF, height: content.little16(at: 8) & 0x3FFF)
        case "VP8L":
            guard content[0] == 0x2F else {
                finding = .none
                return
            }
            let bits = content.little16(at: 1) | content.little16(at: 3) << 16
            found(.webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        case "VP8X":
            found(.webp, width: content.little24(at: 4) + 1, height: content.little24(at: 7) + 1)
        default: finding = .none
        }
    }
}

// MARK: - HEIC. Source: ISO/IEC 14496-12 §4.2 and ISO/IEC 23008-12 §6.5.3.

extension ImageHeaderScanner {
    private static let brands: Set<String> = ["heic", "heix", "heim", "heis"]

    /// The size of the box of brands, which is the first one.
    private mutating func recogniseHEIC() {
        let size = buffer.big32(at: 0)
        guard (16...1024).contains(size) else {
            finding = .none
            return
        }
        guard buffer.count >= size else { return }
        let brands = stride(from: 8, to: size - 3, by: 4).filter { $0 != 12 }.map {
            String(decoding: buffer[$0..<$0 + 4], as: UTF8.self)
        }
        guard brands.contains(where: Self.brands.contains) else {
            finding = .none
            return
        }
        format = .heic
        skip(size)
    }

    private mutating func stepHEIC() {
        guard buffer.count >= 16 else { return }
        let (size, headerBytes) = buffer.big32(at: 0) == 1 ? (buffer.big64(at: 8), 16) : (buffer.big32(at: 0), 8)
        let isMeta = buffer[4..<8].elementsEqual("meta".utf8)
        let limit = isMeta ? Self.maximumBufferedBytes : AttachmentLimits.uploadBytes
        guard size >= headerBytes, size <= limit else {
            finding = .none
            return
        }
        guard isMeta else { return skip(size) }
        guard buffer.count >= size else { return }
        // A full box has its version and flags before its content.
        let meta = buffer[min(headerBytes + 4, size)..<size]
        let sizes = meta.boxes("iprp").flatMap { $0.boxes("ipco") }.flatMap { $0.boxes("ispe") }.compactMap(\.extent)
        guard let largest = sizes.max(by: { $0.count < $1.count }) else {
            finding = .none
            return
        }
        found(.heic, width: largest.width, height: largest.height)
    }
}

extension ArraySlice<UInt8> {
    /// The contents of the boxes of this type among those that lie here one after another.
    fileprivate func boxes(_ type: String) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var place = startIndex
        while endIndex - place >= 8 {
            let size = Array(self[place..<place + 4]).big32(at: 0)
            guard size >= 8, size <= endIndex - place else { break }
            if self[place + 4..<place + 8].elementsEqual(type.utf8) { found.append(self[place + 8..<place + size]) }
            place += size
        }
        return found
    }

    /// The size in the content of a box `ispe`.
    fileprivate var extent: PixelSize? {
        guard count >= 12 else { return nil }
        let bytes = Array(self)
        return PixelSize(width: bytes.big32(at: 4), height: bytes.big32(at: 8))
    }
}

// MARK: - Numbers

extension [UInt8] {
    fileprivate func big16(at index: Int) -> Int { Int(self[index]) << 8 | Int(self[index + 1]) }
    fileprivate func big32(at index: Int) -> Int { big16(at: index) << 16 | big16(at: index + 2) }

    /// A number that does not fit becomes the largest one.
    fileprivate func big64(at index: Int) -> Int {
        let high = big32(at: index)
        return high >= 1 << 30 ? .max : high << 32 | big32(at: index + 4)
    }

    fileprivate func little16(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
    fileprivate func little24(at index: Int) -> Int { little16(at: index) | Int(self[index + 2]) << 16 }
}
