import HomeKitProtocol

extension AccessoryRecord {
    /// The record as JSON. It contains the private key of the accessory.
    var exposedBytes: [UInt8] {
        let controllers = pairings.controllers.map { controller in
            HomeKitJSON.object([
                "identifier": .text(controller.identifier), "publicKey": .text(controller.publicKey.bytes.hexadecimal),
                "permissions": .integer(Int64(controller.permissions.rawValue)),
            ])
        }
        return HomeKitJSONWriter.object([
            ("identifier", .text(identity.identifier)), ("privateKey", .text(identity.key.exposedBytes.hexadecimal)),
            ("configurationNumber", .integer(Int64(configurationNumber))),
            ("failedAttempts", .integer(Int64(failedAttempts))), ("controllers", .list(controllers)),
        ])
    }

    /// Nil unless the bytes are a complete record.
    init?(bytes: [UInt8]) {
        guard let json = try? HomeKitJSONParser.parse(bytes, limits: .characteristics),
            let identifier = json["identifier"]?.text,
            let key = json["privateKey"]?.text.flatMap({ [UInt8](hexadecimal: $0) }).flatMap({ LongTermKey(bytes: $0) }
            ),
            let number = json["configurationNumber"]?.looseInteger.flatMap({ UInt32(exactly: $0) }),
            let attempts = json["failedAttempts"]?.looseInteger.flatMap({ Int(exactly: $0) }),
            let entries = json["controllers"]?.elements
        else { return nil }
        let controllers = entries.compactMap { Self.controller($0) }
        guard controllers.count == entries.count else { return nil }
        self.init(identity: AccessoryIdentity(identifier: identifier, key: key))
        configurationNumber = number
        failedAttempts = attempts
        pairings = PairingList(controllers: controllers)
    }

    private static func controller(_ json: HomeKitJSON) -> PairedController? {
        guard let identifier = json["identifier"]?.text,
            let bytes = json["publicKey"]?.text.flatMap({ [UInt8](hexadecimal: $0) }),
            let key = try? LongTermPublicKey(bytes: bytes),
            let permissions = json["permissions"]?.looseInteger.flatMap({ UInt8(exactly: $0) })
        else { return nil }
        return PairedController(
            identifier: identifier, publicKey: key,
            permissions: PairedController.Permissions(rawValue: permissions))
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Nil unless the text has an even number of hexadecimal digits and nothing else.
    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            return nil
        }
        self = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }
}
