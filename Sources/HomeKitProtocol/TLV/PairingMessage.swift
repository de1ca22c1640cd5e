/// A pairing message: the items of its TLV8 body, read by type.
///
/// If a type occurs several times, the first item counts.
package struct PairingMessage: Hashable, Sendable {
    package private(set) var items: [TLV8Item]

    /// A message with a state and further items. The state comes first: a Hue bridge answers M3 with an error if
    /// another item precedes it (homekit_python issue 35).
    init(state: UInt8, _ items: [(PairingItemType, [UInt8])] = []) {
        self.items = [TLV8Item(type: PairingItemType.state.rawValue, value: [state])]
        for (type, value) in items { append(type, value: value) }
    }

    /// A message without a state: the content of an item `encryptedData`.
    init(inner items: [(PairingItemType, [UInt8])]) {
        self.items = []
        for (type, value) in items { append(type, value: value) }
    }

    init(decoding bytes: [UInt8]) throws(PairingFailure) {
        do throws(TLV8Error) {
            items = try TLV8.decode(bytes)
        } catch {
            throw .malformed(error)
        }
    }

    package var bytes: [UInt8] { TLV8.encode(items) }

    mutating func append(_ type: PairingItemType, value: [UInt8]) {
        items.append(TLV8Item(type: type.rawValue, value: value))
    }

    /// The value of the first item of this type.
    func value(of type: PairingItemType) -> [UInt8]? { items.first { $0.type == type.rawValue }?.value }

    /// The value of the first item of this type. Throws `.missing` without one.
    func requiredValue(of type: PairingItemType) throws(PairingFailure) -> [UInt8] {
        guard let value = value(of: type) else { throw .missing(type) }
        return value
    }

    /// The value of an item that must have this many bytes. Throws `.invalid` for another length.
    func requiredValue(of type: PairingItemType, count: Int) throws(PairingFailure) -> [UInt8] {
        let value = try requiredValue(of: type)
        guard value.count == count else { throw .invalid(type) }
        return value
    }

    /// The value of an item that is text of 1 to 64 bytes.
    func requiredText(of type: PairingItemType) throws(PairingFailure) -> String {
        let value = try requiredValue(of: type)
        guard (1...64).contains(value.count), let text = String(validating: value, as: UTF8.self) else {
            throw .invalid(type)
        }
        return text
    }

    /// The little-endian integer of an item. Integers of one byte are usual; some accessories send four.
    func integer(of type: PairingItemType) -> UInt64? {
        guard let value = value(of: type), (1...8).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Throws if the accessory reported an error, or if the message does not have this state.
    ///
    /// The error is read before the state: an accessory that is already paired answers each step with state 2
    /// (HAP-python, HAP-NodeJS), and HAP-NodeJS answers a bad M5 with state 4. A missing state is accepted, as
    /// aiohomekit and iOS do (aiohomekit issue 20).
    func check(state expected: UInt64) throws(PairingFailure) {
        if let error = value(of: .error) {
            let code = PairingErrorCode(rawValue: error.first ?? 0)
            throw .refused(code, retryDelay: integer(of: .retryDelay))
        }
        guard value(of: .state) != nil else { return }
        guard let state = integer(of: .state) else { throw .invalid(.state) }
        guard state == expected else { throw .unexpectedState(state) }
    }
}
