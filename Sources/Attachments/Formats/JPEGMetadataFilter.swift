/// Removes the metadata of a JPEG file while it passes, before a program parses it: of the segments before the image data
/// only those stay that say how to draw the picture. The orientation stays in an EXIF segment of its own. Files of other
/// formats pass as they are. Source: ITU-T T.81, Annex B; Exif 2.3, §4.5.
///
/// A parser of EXIF follows references, and a small file can keep it busy for long. This filter follows none.
struct JPEGMetadataFilter: Sendable {
    private enum Stage { case start, segments, rest }

    private var stage = Stage.start
    private var buffer: [UInt8] = []
    private var hasOrientation = false

    /// Takes the next bytes, and returns those that stay.
    mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        guard stage != .rest else { return bytes }
        buffer += bytes
        if stage == .start {
            guard buffer.count >= 2 else { return [] }
            guard buffer.starts(with: [0xFF, 0xD8]) else { return passRest(from: 0) }
            stage = .segments
            buffer.removeFirst(2)
            return [0xFF, 0xD8] + filteredSegments()
        }
        return filteredSegments()
    }

    /// Returns what is left at the end of the file; nil if nothing is. A JPEG file that ends before its image data has no
    /// picture, so nothing more of it is passed on.
    mutating func finish() -> [UInt8]? {
        guard stage == .start, !buffer.isEmpty else { return nil }
        return passRest(from: 0)
    }

    private mutating func passRest(from start: Int) -> [UInt8] {
        stage = .rest
        defer { buffer = [] }
        return Array(buffer[start...])
    }

    private mutating func filteredSegments() -> [UInt8] {
        var kept: [UInt8] = []
        var start = 0
        while buffer.count - start >= 4 {
            // Decoders pass over everything before the next marker, and over bytes 0xFF that fill the space.
            guard buffer[start] == 0xFF, buffer[start + 1] != 0xFF, buffer[start + 1] != 0 else {
                start += 1
                continue
            }
            let marker = buffer[start + 1]
            switch marker {
            // Markers without a segment, which have no meaning here.
            case 0x01, 0xD0...0xD7:
                start += 2
                continue
            // The image data, the end, or a second beginning: no decoder looks for metadata behind it.
            case 0xD8, 0xD9, 0xDA: return kept + passRest(from: start)
            default: break
            }
            let length = Int(buffer[start + 2]) << 8 | Int(buffer[start + 3])
            guard length >= 2 else { return kept + passRest(from: start) }
            let end = start + 2 + length
            guard end <= buffer.count else { break }
            if Self.isKept(marker) {
                kept += buffer[start..<end]
            } else if marker == 0xE1, !hasOrientation, let orientation = Self.orientation(buffer[(start + 4)..<end]) {
                hasOrientation = true
                kept += Self.segment(orientation: orientation)
            }
            start = end
        }
        buffer.removeFirst(start)
        return kept
    }

    /// Of application data: the format (JFIF), the colour profile, and the transformation of colours (Adobe).
    private static func isKept(_ marker: UInt8) -> Bool {
        switch marker {
        case 0xE0, 0xE2, 0xEE: true
        case 0xE0...0xEF, 0xFE: false
        default: true
        }
    }

    /// The orientation in the first directory of EXIF data; nil without a valid one.
    private static func orientation(_ segment: ArraySlice<UInt8>) -> UInt8? {
        let signature = Array("Exif\0\0".utf8)
        guard segment.starts(with: signature) else { return nil }
        let data = Array(segment.dropFirst(signature.count))
        guard data.count >= 8 else { return nil }
        let isLittle = data.starts(with: Array("II".utf8))
        guard isLittle || data.starts(with: Array("MM".utf8)) else { return nil }
        func number(at index: Int, bytes: Int) -> Int? {
            guard index >= 0, index <= data.count - bytes else { return nil }
            let digits = Array(data[index..<(index + bytes)])
            let ordered: [UInt8] = isLittle ? digits.reversed() : digits
            return ordered.reduce(0) { (value: Int, digit: UInt8) -> Int in value << 8 | Int(digit) }
        }
        guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + 12 * entry
            guard let tag = number(at: place, bytes: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            guard number(at: place + 2, bytes: 2) == 3, let value = number(at: place + 8, bytes: 2),
                (1...8).contains(value)
            else { return nil }
            return UInt8(value)
        }
        return nil
    }

    /// An EXIF segment with one entry.
    private static func segment(orientation: UInt8) -> [UInt8] {
        let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let beginning: [UInt8] = [0xFF, 0xE1, 0, 34]
        return beginning + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
    }
}
