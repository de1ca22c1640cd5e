/// What both sides of an SRP exchange know. In Pair-Setup the user name is fixed and the password is the setup code
/// with its hyphens.
struct SRPCredentials: CustomStringConvertible, CustomReflectable {
    let username: [UInt8]
    let password: [UInt8]

    var description: String { "SRPCredentials(hidden)" }
    var customMirror: Mirror { Mirror(self, children: []) }

    static func pairSetup(code: SetupCode) -> SRPCredentials {
        SRPCredentials(username: Array("Pair-Setup".utf8), password: code.password)
    }
}
