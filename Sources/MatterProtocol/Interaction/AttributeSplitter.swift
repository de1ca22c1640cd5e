/// Encodes attributes for messages of a limited size. A list that is too long for one message becomes several elements:
/// the first one replaces the list by its beginning, and each further one appends a value to it.
struct AttributeSplitter {
    /// The longest element, in bytes.
    let maximumBytes: Int
    /// How attribute data stands in the message: as it is in a write, and wrapped in a report.
    let element: (AttributeData) -> TLVValue

    /// The encoded elements, each without a tag. Throws `.valueTooLarge` if a value cannot be split.
    func encode(_ data: AttributeData) throws(InteractionError) -> [[UInt8]] {
        let whole = TLVEncoder.encode(element(data))
        guard whole.count > maximumBytes else { return [whole] }
        guard case .array(let values) = data.value, data.index == nil else { throw .valueTooLarge(data.path) }
        let firstCount = try countOfFirstValues(values, of: data)
        var elements = [encode(data, index: nil, value: .array(Array(values.prefix(firstCount))))]
        for value in values.dropFirst(firstCount) {
            let encoded = encode(data, index: .append, value: value)
            guard encoded.count <= maximumBytes else { throw .valueTooLarge(data.path) }
            elements.append(encoded)
        }
        return elements
    }

    /// How many values fit into the first element.
    private func countOfFirstValues(_ values: [TLVValue], of data: AttributeData) throws(InteractionError) -> Int {
        var byteCount = encode(data, index: nil, value: .array([])).count
        guard byteCount <= maximumBytes else { throw .valueTooLarge(data.path) }
        for (index, value) in values.enumerated() {
            byteCount += TLVEncoder.encode(value).count
            if byteCount > maximumBytes { return index }
        }
        return values.count
    }

    private func encode(_ data: AttributeData, index: ListIndex?, value: TLVValue) -> [UInt8] {
        TLVEncoder.encode(
            element(AttributeData(path: data.path, index: index, dataVersion: data.dataVersion, value: value)))
    }
}

/// Writes the parts of a message of the interaction model around elements that are encoded already.
struct InteractionWriter {
    private(set) var bytes: [UInt8] = [TLVType.structure]

    init(reserving byteCount: Int) { bytes.reserveCapacity(byteCount) }

    mutating func append(_ tag: UInt8, boolean: Bool) { bytes += [0x28 | (boolean ? 1 : 0), tag] }

    mutating func append(_ tag: UInt8, number: UInt32) {
        bytes += [0x26, tag]
        bytes.append(littleEndian: number)
    }

    /// Appends an array of elements that are encoded without tags.
    mutating func append(_ tag: UInt8, arrayOf elements: [UInt8]) {
        bytes += [0x20 | TLVType.array, tag]
        bytes += elements
        bytes.append(TLVType.endOfContainer)
    }

    /// The payload, with the revision at its end.
    mutating func finish() -> [UInt8] {
        bytes += [0x24, InteractionModelRevision.tag, InteractionModelRevision.number, TLVType.endOfContainer]
        return bytes
    }
}
