import Crypto

/// What an accessory stores instead of its setup code: a salt, and a number that is derived from salt and code.
package struct SRPVerifier: Sendable {
    /// HAP has salts of 16 bytes.
    package static let saltBytes = 16

    package let salt: [UInt8]
    let verifier: BigNumberHandle

    /// A verifier with a fresh salt.
    package init(code: SetupCode) throws(SRPError) {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        try self.init(code: code, salt: salt)
    }

    init(code: SetupCode, salt: [UInt8]) throws(SRPError) {
        let arithmetic = try SRPArithmetic<SHA512>(group: .homeKit)
        let credentials = SRPCredentials.pairSetup(code: code)
        self.salt = salt
        verifier = try arithmetic.verifier(
            of: arithmetic.passwordNumber(
                username: credentials.username, password: credentials.password, salt: salt))
    }
}
